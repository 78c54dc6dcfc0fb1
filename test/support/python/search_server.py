"""A server with Python's SDKs for MCP: search_server.py (mcp|fastmcp) (stdio|PORT). A tool for each way of returning hits."""

import asyncio
import json
import sys

from pydantic import BaseModel

sdk, way = sys.argv[1:]
if sdk == "mcp":
    from mcp.server import MCPServer

    server = MCPServer("docs")
    http = {"transport": "streamable-http", "host": "127.0.0.1"}
else:
    from fastmcp import FastMCP

    server = FastMCP("docs")
    http = {"transport": "http", "host": "127.0.0.1", "show_banner": False}


class Hit(BaseModel):
    path: str
    start_line: int | None = None
    end_line: int | None = None
    score: float


class Found(BaseModel):
    hits: list[Hit]


HITS = [Hit(path="a.md", start_line=2, end_line=4, score=2.0), Hit(path="b.md", score=1.0), Hit(path="c.md", score=0.5)]


@server.tool()
def search(query: str, k: int = 10) -> list[dict]:
    return [hit.model_dump() for hit in HITS[:k]]


@server.tool()
def models(query: str, k: int = 10) -> list[Hit]:
    return HITS[:k]


@server.tool()
def model(query: str, k: int = 10) -> Found:
    return Found(hits=HITS[:k])


@server.tool()
def untyped(query: str, k: int = 10):
    return [hit.model_dump() for hit in HITS[:k]]


@server.tool()
def text(query: str, k: int = 10) -> str:
    return json.dumps([hit.model_dump() for hit in HITS[:k]])


@server.tool()
async def slow(query: str, k: int = 10) -> list[Hit]:
    await asyncio.sleep(float(query))
    return HITS[:k]


@server.tool()
def words(query: str, k: int = 10) -> str:
    return "I found three documents"


@server.tool()
def fails(query: str, k: int = 10) -> list[dict]:
    raise RuntimeError("the index is being rebuilt")


if way == "stdio":
    server.run()
else:
    server.run(port=int(way), **http)
