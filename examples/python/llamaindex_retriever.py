"""A LlamaIndex index as the function that server.py serves.

Not run by the tests here: it needs your index. Its calls are those of the documentation of llama-index-core 0.14.
"""

from llama_index.core import StorageContext, load_index_from_storage

index = load_index_from_storage(StorageContext.from_defaults(persist_dir="storage"))


def search(query: str, k: int = 10) -> list[dict]:
    # No ids: an index that is made anew gives other ones. A piece is known by its path and its text.
    return [
        {
            "path": found.node.metadata["file_path"],  # of SimpleDirectoryReader; a whole path is fine
            "score": found.score,
            "text": found.node.get_content(),
        }
        for found in index.as_retriever(similarity_top_k=k).retrieve(query)
    ]
