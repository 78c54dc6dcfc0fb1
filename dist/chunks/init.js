import{access as e,mkdir as t,readFile as n,rename as r,writeFile as i}from"node:fs/promises";import{basename as a,dirname as o,join as s}from"node:path";import{i as c}from"./run-git.js";import{t as l}from"./errors.js";import{t as u}from"./load-documents.js";import{t as d}from"./dist9.js";const f={action:`OWNER/retrieval-gate@v1`,schema:`https://raw.githubusercontent.com/OWNER/retrieval-gate/v1/schema.json`,configuration:`https://github.com/OWNER/retrieval-gate/blob/v1/docs/configuration.md`};function p(){return`name: retrieval comment
on:
  workflow_run:
    workflows: [retrieval]
    types: [completed]
permissions:
  actions: read # reads the report that the gate uploaded
  pull-requests: write # comments
jobs:
  comment:
    if: github.event.workflow_run.event == 'pull_request'
    runs-on: ubuntu-latest
    timeout-minutes: 10
    steps:
      # No checkout here: this job may write, and the change is a stranger's.
      - uses: ${f.action}
        with:
          mode: comment
`}const m=[`md`,`mdx`,`rst`,`txt`],h=[`ts`,`tsx`,`js`,`jsx`,`mjs`,`py`,`go`,`rs`,`java`,`kt`,`rb`,`php`,`cs`,`c`,`h`,`cpp`,`swift`];async function g(e,t){let n=[...m,...h].map(e=>`**/*.${e}`),{documents:r}=await u({root:e,include:n,exclude:[`**/node_modules/**`],outputFolder:t}).catch(t=>{throw t instanceof l?_(e,t):t}),i=r.filter(({id:e})=>m.includes(y(e)));return i.length>0?v(i,m,`heading`):v(r,h,`code`)}function _(e,{explanation:t}){let{found:n}=t;return new l({where:e,what:`there is nothing here to ask questions about yet`,expected:`documentation (.md, .mdx, .rst, .txt) or source code that git does not ignore`,...n===void 0?{}:{found:n},hint:"go to the folder of your documents, and run `retrieval-gate init` there"})}function v(e,t,n){let r=t.filter(t=>e.some(({id:e})=>y(e)===t)),i=e.filter(({id:e})=>e.startsWith(`docs/`)).length*2>e.length?`docs/`:``;return{documents:e,include:r.map(e=>`${i}**/*.${e}`),by:n}}function y(e){return e.slice(e.lastIndexOf(`.`)+1)}function b({module:e,name:t}){return`"""A retriever under the gate: MCP over standard input and output, and no package but Python's own."""

import json
import sys

out, sys.stdout = sys.stdout, sys.stderr  # what a retriever prints is no part of the protocol

from ${e} import ${t===`search`?t:`${t} as search`}  # noqa: E402  search(query, k) returns [{"path", "start_line", "end_line", "score", "text"}, ...]

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
`}var x=d();function S(e,t){return`name: retrieval
on:
  pull_request:
  push:
    branches: ${(0,x.stringify)([e],{collectionStyle:`flow`,flowCollectionPadding:!1}).trim()}
permissions:
  contents: read
  actions: read # ${t}
  pull-requests: write # comments
concurrency:
  group: retrieval-\${{ github.ref }}
  cancel-in-progress: \${{ github.event_name == 'pull_request' }}
jobs:
`}function C(e,t){let n=Array.from({length:t},(e,t)=>t+1).join(`, `);return`${S(e,`finds the baseline and the shards`)}  shard:
    runs-on: ubuntu-latest
    timeout-minutes: 60
    strategy:
      fail-fast: false # one shard's trouble is told beside the others', not in their place
      matrix:
        part: [${n}]
    steps:
      - uses: actions/checkout@v5
        with:
          persist-credentials: false # what a change brings along need not find the token
      - uses: ${f.action}
        with:
          shard: \${{ matrix.part }}/${t}
  gate:
    needs: shard
    if: \${{ !cancelled() }} # also where a shard failed: a missing part makes this red, and says which
    runs-on: ubuntu-latest
    timeout-minutes: 30
    steps:
      - uses: actions/checkout@v5
        with:
          persist-credentials: false
      - uses: ${f.action}
        with:
          mode: merge
`}function w(e,{include:t,by:n},r,i){let a=t.map(e=>JSON.stringify(e)).join(`, `);return`# yaml-language-server: $schema=${f.schema}
# What is evaluated, and what fails a pull request. Every key is explained in
# ${f.configuration}
name: ${(0,x.stringify)(e).trim()}

# The knowledge base: files of this repository.
documents:
  include: [${a}]
chunking: { by: ${n}, maxTokens: 256, overlap: 32 }

# The questions, one JSON object a line, with what answers them.
queries: ${r}

# Ways to retrieve. Add your own beside them, and name the one that ships as \`primary\`.
strategies:
${i===void 0?``:T(i)}  bm25: { type: bm25 }
${i===void 0?`# primary: bm25`:`primary: mine`}

metrics: [ndcg@10, recall@5, mrr, precision@5, f1@5, hit@1]

# A pull request fails when nDCG@10 drops by more than 0.02.
gate:
  - { metric: ndcg@10, maxDrop: 0.02 }
`}function T(e){return`  mine:
    type: mcp
    command: [python3, ${e}]
    concurrency: 1 # it answers one question at a time
`}function E({documents:e,by:t}){let n=e.flatMap(e=>{let n=t===`code`?k(e.id):D(e.text);return n===null?[]:[{path:e.id,title:n}]}),r=Math.max(1,n.length/15),i=Array.from({length:Math.min(15,n.length)},(e,t)=>n[Math.floor(t*r)]).map(({path:e,title:t},n)=>({id:`Q${String(n+1).padStart(2,`0`)}`,query:`Where is "${t}" described?`,category:`file_exact_match`,difficulty:1,tags:[`starter`],expected_files:[e]})),a={id:`Q99`,query:`What will the weather be like tomorrow?`,tags:[`starter`],expected:[]};return[...i,a].map(e=>`${JSON.stringify(e)}\n`).join(``)}function D(e){let t=e.split(/\r?\n/),n=O(t.find(e=>/^#{1,6}\s+\S/.test(e)&&O(e)!==``)??t.find(e=>/\w/.test(O(e)))??``);return n===``?null:n.slice(0,120)}function O(e){return e.replace(/!\[[^\]]*\]\([^)]*\)|<[^>]*>/g,` `).replace(/^#+\s+|\s+#+\s*$/g,``).replace(/\s+/g,` `).trim()}function k(e){return e.slice(e.lastIndexOf(`/`)+1).replace(/\.\w+$/,``).replace(/([a-z\d])([A-Z])/g,`$1 $2`).split(/[^\p{L}\p{N}]+/u).join(` `).trim().toLowerCase()||null}function A(e,t){if(e.split(/\r?\n/).map(e=>e.trim().replace(/^\/|\/$/g,``)).includes(t))return e;let n=e.includes(`\r
`)?`\r
`:`
`;return`${e}${e===``||e.endsWith(`
`)?``:n}${t}/${n}`}function j(e){return`${S(e,`finds the baseline`)}  gate:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    steps:
      - uses: actions/checkout@v5
        with:
          persist-credentials: false # what a change brings along need not find the token
      - uses: ${f.action}
`}const M=`retrieval-gate.yml`,N=`datasets/questions.jsonl`,P=`.github/workflows/retrieval.yml`,F=`retrieval_server.py`,I=`.gitignore`,L=[`retrieval-gate-report`,`.retrieval-gate/cache`];async function R({force:e=!1,...t},n){if(Object.keys(t).length>0&&await W(s(n.cwd,M)))return z(t,e,n);let r=await g(n.cwd,L[0]),i=new Map([[M,w(V(n.cwd),r,N,t.python&&F)],[N,E(r)],[P,j(await H(n.cwd))],...B(t,await H(n.cwd))]);e||await U(n.cwd,[...i.keys()]);for(let[e,t]of i)await K(s(n.cwd,e),t);let a=await G(n.cwd);return n.stdout([...[...i.keys()].map(e=>`wrote ${e}`),...a.length===0?[]:[`added ${a.join(` and `)} to ${I}`],``,`1. Replace the questions in ${N}: they were made from your files, and only show the form.`,`2. Try it: ${t.python===void 0?``:`retrieval-gate check, then `}retrieval-gate run`,`3. Commit all of it. The first push to the base branch makes the baseline; pull requests are compared with it.`,``].join(`
`)),0}async function z(e,t,{cwd:n,stdout:r}){let i=new Map(B(e,await H(n)));t||await U(n,[...i.keys()]);for(let[e,t]of i)await K(s(n,e),t);return r([...i.keys()].map(e=>`wrote ${e}\n`).join(``)),e.python!==void 0&&r(`\nAdd this to \`strategies\` in ${M}:\n\n${T(F)}`),0}function B({forks:e=!1,shards:t,python:n},r){return[...t===void 0?[]:[[P,C(r,t)]],...e?[[`.github/workflows/retrieval-comment.yml`,p()]]:[],...n===void 0?[]:[[F,b(n)]]]}function V(e){let t=a(e).replace(/[^A-Za-z0-9._-]+/g,`-`).replace(/-{2,}/g,`-`).replace(/^[^A-Za-z0-9]+|-+$/g,``);return t===``?`retrieval`:t.slice(0,60)}async function H(e){let t=await c(e,[`symbolic-ref`,`--short`,`refs/remotes/origin/HEAD`]);if(t!==void 0)return t.trim().replace(/^origin\//,``);for(let t of[`main`,`master`])if(await c(e,[`rev-parse`,`--verify`,`--quiet`,`refs/heads/${t}`])!==void 0)return t;return(await c(e,[`symbolic-ref`,`--short`,`HEAD`]))?.trim()||`main`}async function U(e,t){for(let n of t)if(await W(s(e,n)))throw new l({where:n,what:`this file is already here`,hint:`use --force to write it anew`})}function W(t){return e(t).then(()=>!0,()=>!1)}async function G(e){let t=s(e,I),r=await n(t,`utf8`).catch(()=>``),i=L.filter(e=>A(r,e)!==r);return i.length>0&&await K(t,i.reduce(A,r)),i.map(e=>`${e}/`)}async function K(e,n){await t(o(e),{recursive:!0}),await i(`${e}.tmp`,n),await r(`${e}.tmp`,e)}export{R as init};