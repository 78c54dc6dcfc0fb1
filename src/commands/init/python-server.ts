/** A function of the user's: `search_app:find_chunks` is `find_chunks` in `search_app.py`. */
export interface PythonFunction {
  readonly module: string
  readonly name: string
}

/** The server of `examples/python/` over another function: MCP over standard input and output, without a package. */
export function pythonServer({ module, name }: PythonFunction): string {
  const imported = name === 'search' ? name : `${name} as search`
  return `"""A retriever under the gate: MCP over standard input and output, and no package but Python's own."""

import json
import sys

out, sys.stdout = sys.stdout, sys.stderr  # what a retriever prints is no part of the protocol

from ${module} import ${imported}  # noqa: E402  search(query, k) returns [{"path", "start_line", "end_line", "score", "text"}, ...]

TOOL = {"name": "search", "inputSchema": {"type": "object", "properties": {"query": {"type": "string"}, "k": {"type": "integer"}}}}


def plain(value):  # numbers of numpy, paths and the like have a text; an object of your own has only an address
    if type(value).__str__ is object.__str__:
        raise TypeError(f"a hit is a dictionary of texts and numbers, and this is a {type(value).__name__}")
    return str(value)


def answer(method, params):
    if method == "initialize":
        return {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}}, "serverInfo": {"name": "mine", "version": "1"}}
    if method == "tools/list":
        return {"tools": [TOOL]}
    try:
        hits = search(params["arguments"]["query"], params["arguments"]["k"])
        return {"content": [{"type": "text", "text": json.dumps(hits, default=plain)}]}
    except Exception as error:  # an error of the question, and never "no hits"
        return {"content": [{"type": "text", "text": repr(error)}], "isError": True}


for message in map(json.loads, sys.stdin.buffer):
    if "id" in message:
        result = answer(message["method"], message.get("params"))
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), file=out, flush=True)
`
}
