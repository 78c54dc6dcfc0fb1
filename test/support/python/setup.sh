#!/usr/bin/env bash
# Makes a Python environment with the real libraries that tests hold this program against: MCP's SDKs, LangChain, and the
# clients of OpenAI and of the Hugging Face hub. Usage: setup.sh DIR; then RETRIEVAL_GATE_PYTHON=DIR/bin/python
# LangChain comes with those of its dependencies that the examples import: the others are many.
set -euo pipefail
D=${1:?folder}
[ -x "$D/bin/python" ] || python3 -m venv "$D"
pip() { "$D/bin/python" -m pip install --quiet --disable-pip-version-check --retries 0 --timeout 20 "$@"; }
pip 'mcp>=2,<3' 'fastmcp>=4,<5' 'openai>=3,<4' 'huggingface_hub>=1,<2' \
  httpx httpx2 numpy orjson packaging pydantic-settings pyyaml 'rank-bm25<1' requests requests-toolbelt sniffio sqlalchemy tenacity \
  uuid-utils websockets xxhash zstandard jsonpatch distro aiohttp httpx-sse
pip --no-deps 'langchain-core>=1,<2' 'langchain-community<1' 'langchain-text-splitters>=1,<2' langsmith
"$D/bin/python" -c 'import fastmcp, huggingface_hub, langchain_community.retrievers, langchain_text_splitters, mcp, openai'
