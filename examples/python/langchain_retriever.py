"""A LangChain retriever as the function that server.py serves. Not run by the tests here: it needs LangChain and your index."""

from my_app import retriever  # yours: any BaseRetriever, such as vector_store.as_retriever(search_kwargs={"k": 50})


def search(query: str, k: int = 10) -> list[dict]:
    # A retriever says how many documents it wants when it is made, so ask for as many there as the gate does: 50.
    # It returns them best first and without scores; the gate then takes their order.
    return [
        {
            "id": document.id or f"{document.metadata['source']}#{rank}",
            "path": document.metadata["source"],
            "start_line": document.metadata.get("start_line"),
            "end_line": document.metadata.get("end_line"),
            "text": document.page_content,
        }
        for rank, document in enumerate(retriever.invoke(query)[:k])
    ]
