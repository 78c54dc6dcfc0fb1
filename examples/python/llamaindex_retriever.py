"""A LlamaIndex index as the function that server.py serves. Not run by the tests here: it needs LlamaIndex and your index."""

from llama_index.core import StorageContext, load_index_from_storage

index = load_index_from_storage(StorageContext.from_defaults(persist_dir="storage"))


def search(query: str, k: int = 10) -> list[dict]:
    return [
        {
            "id": found.node.node_id,
            "path": found.node.metadata["file_path"],
            "score": found.score,
            "text": found.node.get_content(),
        }
        for found in index.as_retriever(similarity_top_k=k).retrieve(query)
    ]
