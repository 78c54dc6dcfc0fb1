"""A Haystack pipeline as the function that server.py serves; here BM25 over the Markdown files under docs/.

Not run by the tests here. Its calls are those of the documentation of haystack-ai 2 and 3.
"""

from pathlib import Path

from haystack import Document, Pipeline
from haystack.components.retrievers.in_memory import InMemoryBM25Retriever
from haystack.document_stores.in_memory import InMemoryDocumentStore

store = InMemoryDocumentStore()
store.write_documents(
    [Document(content=path.read_text(encoding="utf-8"), meta={"file_path": path.as_posix()}) for path in sorted(Path("docs").rglob("*.md"))]
)
pipeline = Pipeline()
pipeline.add_component("retriever", InMemoryBM25Retriever(document_store=store))


def search(query: str, k: int = 10) -> list[dict]:
    found = pipeline.run({"retriever": {"query": query, "top_k": k}})
    return [
        {"id": document.id, "path": document.meta["file_path"], "score": document.score, "text": document.content}
        for document in found["retriever"]["documents"]
    ]
