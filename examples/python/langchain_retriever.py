"""A LangChain retriever as the function that server.py serves; here BM25 over the Markdown files under docs/.

pip install langchain-core langchain-community langchain-text-splitters rank-bm25

The tests here run it with langchain-core 1.6, as it stands and over a vector store.
"""

import re
from pathlib import Path

from langchain_community.retrievers import BM25Retriever
from langchain_core.documents import Document
from langchain_text_splitters import Language, RecursiveCharacterTextSplitter


def load(folder: str) -> list[Document]:
    """Pieces of the files that know their lines: where yours do not, each stands for its whole file."""
    splitter = RecursiveCharacterTextSplitter.from_language(Language.MARKDOWN, chunk_size=600, chunk_overlap=0, add_start_index=True)
    pieces = []
    for path in sorted(Path(folder).rglob("*.md")):
        text = path.read_text(encoding="utf-8")
        for piece in splitter.create_documents([text], [{"source": path.as_posix()}]):
            first = text.count("\n", 0, piece.metadata["start_index"]) + 1
            piece.metadata |= {"start_line": first, "end_line": first + piece.page_content.count("\n")}
            pieces.append(piece)
    return pieces


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


retriever = BM25Retriever.from_documents(load("docs"), preprocess_func=words)  # yours: any BaseRetriever


def search(query: str, k: int = 10) -> list[dict]:
    retriever.k = k  # a vector store's takes it with the question: vector_store.as_retriever().invoke(query, k=k)
    # Retrievers return documents best first and without scores: the gate takes their order. No ids, as they may be made anew
    # every time; a piece is known by its path and lines, or its text.
    return [
        {
            "path": document.metadata["source"],
            "start_line": document.metadata.get("start_line"),
            "end_line": document.metadata.get("end_line"),
            "text": document.page_content,
        }
        for document in retriever.invoke(query)[:k]
    ]
