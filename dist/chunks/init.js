import{access as e,mkdir as t,readFile as n,rename as r,writeFile as i}from"node:fs/promises";import{basename as a,dirname as o,join as s}from"node:path";import{i as c}from"./run-git.js";import{t as l}from"./errors.js";import{t as ee}from"./load-documents.js";import{t as u}from"./dist9.js";import{n as d,t as f}from"./parse-markdown.js";const p={action:`OWNER/retrieval-gate@v1`,schema:`https://raw.githubusercontent.com/OWNER/retrieval-gate/v1/schema.json`,configuration:`https://github.com/OWNER/retrieval-gate/blob/v1/docs/configuration.md`};function m(){return`name: retrieval comment
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
      - uses: ${p.action}
        with:
          mode: comment
`}const h=[`md`,`mdx`,`rst`,`txt`],g=[`ts`,`tsx`,`js`,`jsx`,`mjs`,`py`,`go`,`rs`,`java`,`kt`,`rb`,`php`,`cs`,`c`,`h`,`cpp`,`swift`];async function _(e,t){let n=[...h,...g].map(e=>`**/*.${e}`),{documents:r}=await ee({root:e,include:n,exclude:[`**/node_modules/**`],outputFolder:t}).catch(t=>{throw t instanceof l?v(e,t):t}),i=r.filter(({id:e})=>h.includes(b(e)));return i.length>0?y(i,h,`heading`):y(r,g,`code`)}function v(e,{explanation:t}){let{found:n}=t;return new l({where:e,what:`there is nothing here to ask questions about yet`,expected:`documentation (.md, .mdx, .rst, .txt) or source code that git does not ignore`,...n===void 0?{}:{found:n},hint:"go to the folder of your documents, and run `retrieval-gate init` there"})}function y(e,t,n){let r=e.filter(({id:e})=>e.startsWith(`docs/`)),i=r.length*2>e.length,a=i?r:e;return{documents:a,include:t.filter(e=>a.some(({id:t})=>b(t)===e)).map(e=>`${i?`docs/`:``}**/*.${e}`),by:n}}function b(e){return e.slice(e.lastIndexOf(`.`)+1)}function x({module:e,name:t}){return`"""A retriever under the gate: MCP over standard input and output, and no package but Python's own."""

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
`}var S=u();function C(e,t){return`name: retrieval
on:
  pull_request:
  push:
    branches: ${(0,S.stringify)([e],{collectionStyle:`flow`,flowCollectionPadding:!1}).trim()}
permissions:
  contents: read
  actions: read # ${t}
  pull-requests: write # comments
concurrency:
  group: retrieval-\${{ github.ref }}
  cancel-in-progress: \${{ github.event_name == 'pull_request' }}
jobs:
`}function w(e,t){let n=Array.from({length:t},(e,t)=>t+1).join(`, `);return`${C(e,`finds the baseline and the shards`)}  shard:
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
      - uses: ${p.action}
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
      - uses: ${p.action}
        with:
          mode: merge
`}function T(e,{include:t,by:n},r,i){let a=t.map(e=>JSON.stringify(e)).join(`, `);return`# yaml-language-server: $schema=${p.schema}
# What is evaluated, and what fails a pull request. Every key is explained in
# ${p.configuration}
name: ${(0,S.stringify)(e).trim()}

# The knowledge base: files of this repository.
documents:
  include: [${a}]
chunking: { by: ${n}, maxTokens: 256, overlap: 32 }

# The questions, one JSON object a line, with what answers them.
queries: ${r}

# Ways to retrieve. Add your own beside them, and name the one that ships as \`primary\`.
strategies:
${i===void 0?``:E(i)}  bm25: { type: bm25 }
${i===void 0?`# primary: bm25`:`primary: mine`}

metrics: [ndcg@10, recall@5, mrr, precision@5, f1@5, hit@1]

# A pull request fails when nDCG@10 drops by more than 0.02.
gate:
  - { metric: ndcg@10, maxDrop: 0.02 }
`}function E(e){return`  mine:
    type: mcp
    command: [python3, ${e}]
    concurrency: 1 # it answers one question at a time
`}const D=new Set(`about|added|api|authors|background|basic usage|basics|changed|changelog|common|constants|contents|contributing|contributors|credits|documentation|docs|example|examples|faq|features|fixed|get started|getting started|guide|guides|help|helpers|home|how it works|how to|how to use|index|init|install|installation|installing|intro|introduction|licence|license|main|misc|mod|module|motivation|notes|overview|prerequisites|quick start|quickstart|readme|reference|release notes|removed|requirements|resources|roadmap|see also|setup|start here|summary|support|table of contents|test|tests|toc|tutorial|tutorials|types|unreleased|usage|util|utils|welcome|what is this|why`.split(`|`)),O=/^(---|\+\+\+)[ \t]*\n(?:.*\n)*?\1[ \t]*(?:\n|$)/;function k({id:e,text:t},n){let r=n===`code`?[]:d(e)?j(t):[M(t)];return[...r.length===0&&n!==`code`?[M(t)]:r,...P(e)].map(e=>e.slice(0,120).trim()).filter(A)}function A(e){let t=e.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu,` `).trim();return/\p{L}{2}/u.test(t)&&!D.has(t)}function j(e){return f(N(e.replaceAll(`\r
`,`
`))).flatMap(({title:e=``})=>e===``?[]:[e.replaceAll(/\s+/g,` `)])}function M(e){let t=(N(e.replaceAll(`\r
`,`
`).replace(O,``)).split(`
`).map(e=>e.replaceAll(/<[^>]*>|^#+\s+|^\.\. .*|^:.*/g,` `).trim()).find(e=>/\p{L}/u.test(e))??``).replaceAll(/\s+/g,` `);return/^.*?[.!?](?=\s|$)/.exec(t)?.[0]??t}function N(e){return e.replaceAll(/!\[[^\]\n]*\](?:\([^)\n]*\)|\[[^\]\n]*\])/g,``).replaceAll(/\[\s*\](?:\([^)\n]*\)|\[[^\]\n]*\])/g,``).replaceAll(/<img\b[^>\n]*>/gi,``)}function P(e){let[t,n]=e.replace(/\.\w+$/,``).split(`/`).reverse(),r=F(t);return n===void 0?[r]:[r,`${F(n)} ${r}`]}function F(e){return e.replaceAll(/([a-z\d])([A-Z])/g,`$1 $2`).split(/[^\p{L}\p{N}]+/u).join(` `).trim().toLowerCase()}function I({documents:e,by:t}){let n=/* @__PURE__ */ new Set,r=L(L(e,60).flatMap(e=>{let r=k(e,t).find(e=>!n.has(e.toLowerCase()));return r===void 0?[]:(n.add(r.toLowerCase()),[{path:e.id,title:r}])}),15).map(({path:e,title:t},n)=>({id:`Q${String(n+1).padStart(2,`0`)}`,query:`Where is "${t}" described?`,category:`file_exact_match`,difficulty:1,tags:[`starter`],expected_files:[e]})),i={id:`Q99`,query:`What will the weather be like tomorrow?`,tags:[`starter`],expected:[]};return[...r,i].map(e=>`${JSON.stringify(e)}\n`).join(``)}function L(e,t){let n=Math.max(1,e.length/t);return Array.from({length:Math.min(t,e.length)},(t,r)=>e[Math.floor(r*n)])}function R(e,t){if(e.split(/\r?\n/).map(e=>e.trim().replace(/^\/|\/$/g,``)).includes(t))return e;let n=e.includes(`\r
`)?`\r
`:`
`;return`${e}${e===``||e.endsWith(`
`)?``:n}${t}/${n}`}function z(e){return`${C(e,`finds the baseline`)}  gate:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    steps:
      - uses: actions/checkout@v5
        with:
          persist-credentials: false # what a change brings along need not find the token
      - uses: ${p.action}
`}const B=`retrieval-gate.yml`,V=`datasets/questions.jsonl`,H=`.github/workflows/retrieval.yml`,U=`retrieval_server.py`,W=`.gitignore`,G=[`retrieval-gate-report`,`.retrieval-gate/cache`];async function K({force:e=!1,...t},n){if(Object.keys(t).length>0&&await Q(s(n.cwd,B)))return q(t,e,n);let r=await _(n.cwd,G[0]),i=new Map([[B,T(Y(n.cwd),r,V,t.python&&U)],[V,I(r)],[H,z(await X(n.cwd))],...J(t,await X(n.cwd))]);e||await Z(n.cwd,[...i.keys()]);for(let[e,t]of i)await $(s(n.cwd,e),t);let a=await te(n.cwd);return n.stdout([...[...i.keys()].map(e=>`wrote ${e}`),...a.length===0?[]:[`added ${a.join(` and `)} to ${W}`],``,`1. Replace the questions in ${V}: they were made from your files, and only show the form.`,`2. Try it: ${t.python===void 0?``:`retrieval-gate check, then `}retrieval-gate run`,`3. Commit all of it. The first push to the base branch makes the baseline; pull requests are compared with it.`,``].join(`
`)),0}async function q(e,t,{cwd:n,stdout:r}){let i=new Map(J(e,await X(n)));t||await Z(n,[...i.keys()]);for(let[e,t]of i)await $(s(n,e),t);return r([...i.keys()].map(e=>`wrote ${e}\n`).join(``)),e.python!==void 0&&r(`\nAdd this to \`strategies\` in ${B}:\n\n${E(U)}`),0}function J({forks:e=!1,shards:t,python:n},r){return[...t===void 0?[]:[[H,w(r,t)]],...e?[[`.github/workflows/retrieval-comment.yml`,m()]]:[],...n===void 0?[]:[[U,x(n)]]]}function Y(e){let t=a(e).replace(/[^A-Za-z0-9._-]+/g,`-`).replace(/-{2,}/g,`-`).replace(/^[^A-Za-z0-9]+|-+$/g,``);return t===``?`retrieval`:t.slice(0,60)}async function X(e){let t=await c(e,[`symbolic-ref`,`--short`,`refs/remotes/origin/HEAD`]);if(t!==void 0)return t.trim().replace(/^origin\//,``);for(let t of[`main`,`master`])if(await c(e,[`rev-parse`,`--verify`,`--quiet`,`refs/heads/${t}`])!==void 0)return t;return(await c(e,[`symbolic-ref`,`--short`,`HEAD`]))?.trim()||`main`}async function Z(e,t){for(let n of t)if(await Q(s(e,n)))throw new l({where:n,what:`this file is already here`,hint:`use --force to write it anew`})}function Q(t){return e(t).then(()=>!0,()=>!1)}async function te(e){let t=s(e,W),r=await n(t,`utf8`).catch(()=>``),i=G.filter(e=>R(r,e)!==r);return i.length>0&&await $(t,i.reduce(R,r)),i.map(e=>`${e}/`)}async function $(e,n){await t(o(e),{recursive:!0}),await i(`${e}.tmp`,n),await r(`${e}.tmp`,e)}export{K as init};