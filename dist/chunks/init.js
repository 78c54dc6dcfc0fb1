import{access as e,mkdir as t,readFile as n,rename as r,writeFile as i}from"node:fs/promises";import{basename as a,dirname as o,join as s}from"node:path";import{i as c}from"./run-git.js";import{t as l}from"./errors.js";import{r as u,t as d}from"./load-documents.js";const f={action:`OWNER/retrieval-gate@v1`,schema:`https://raw.githubusercontent.com/OWNER/retrieval-gate/v1/schema.json`,configuration:`https://github.com/OWNER/retrieval-gate/blob/v1/docs/configuration.md`};function p(){return`name: retrieval comment
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
    steps:
      # No checkout here: this job may write, and the change is a stranger's.
      - uses: ${f.action}
        with:
          mode: comment
`}const m=[`md`,`mdx`,`rst`,`txt`],h=[`ts`,`tsx`,`js`,`jsx`,`mjs`,`py`,`go`,`rs`,`java`,`kt`,`rb`,`php`,`cs`,`c`,`h`,`cpp`,`swift`];async function g(e,t){let n=[...m,...h].map(e=>`**/*.${e}`),{documents:r}=await d({root:e,include:n,exclude:[`**/node_modules/**`],outputFolder:t}).catch(t=>{throw t instanceof l?_(e,t):t}),i=r.filter(({id:e})=>m.includes(y(e)));return i.length>0?v(i,m,`heading`):v(r,h,`code`)}function _(e,{explanation:t}){let{found:n}=t;return new l({where:e,what:`there is nothing here to ask questions about yet`,expected:`documentation (.md, .mdx, .rst, .txt) or source code that git does not ignore`,...n===void 0?{}:{found:n},hint:"go to the folder of your documents, and run `retrieval-gate init` there"})}function v(e,t,n){let r=t.filter(t=>e.some(({id:e})=>y(e)===t)),i=e.filter(({id:e})=>e.startsWith(`docs/`)).length*2>e.length?`docs/`:``;return{documents:e,include:r.map(e=>`${i}**/*.${e}`),by:n}}function y(e){return e.slice(e.lastIndexOf(`.`)+1)}var b=u();function x(e,t){let n=Array.from({length:t},(e,t)=>t+1).join(`, `);return`name: retrieval
on:
  pull_request:
  push:
    branches: ${(0,b.stringify)([e],{collectionStyle:`flow`,flowCollectionPadding:!1}).trim()}
permissions:
  contents: read
  actions: read # finds the baseline and the shards
  pull-requests: write # comments
jobs:
  shard:
    runs-on: ubuntu-latest
    strategy:
      fail-fast: false # one shard's trouble is told beside the others', not in their place
      matrix:
        part: [${n}]
    steps:
      - uses: actions/checkout@v5
      - uses: ${f.action}
        with:
          shard: \${{ matrix.part }}/${t}
  gate:
    needs: shard
    if: \${{ !cancelled() }} # also where a shard failed: a missing part makes this red, and says which
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
      - uses: ${f.action}
        with:
          mode: merge
`}function S(e,{include:t,by:n},r){let i=t.map(e=>JSON.stringify(e)).join(`, `);return`# yaml-language-server: $schema=${f.schema}
# What is evaluated, and what fails a pull request. Every key is explained in
# ${f.configuration}
name: ${(0,b.stringify)(e).trim()}

# The knowledge base: files of this repository.
documents:
  include: [${i}]
chunking: { by: ${n}, maxTokens: 256, overlap: 32 }

# The questions, one JSON object a line, with what answers them.
queries: ${r}

# Ways to retrieve. Add your own beside them, and name the one that ships as \`primary\`.
strategies:
  bm25: { type: bm25 }
# primary: bm25

metrics: [ndcg@10, recall@5, mrr, precision@5, f1@5, hit@1]

# A pull request fails when nDCG@10 drops by more than 0.02.
gate:
  - { metric: ndcg@10, maxDrop: 0.02 }
`}function C({documents:e,by:t}){let n=e.flatMap(e=>{let n=t===`code`?T(e.id):w(e.text);return n===null?[]:[{path:e.id,title:n}]}),r=Math.max(1,n.length/15),i=Array.from({length:Math.min(15,n.length)},(e,t)=>n[Math.floor(t*r)]).map(({path:e,title:t},n)=>({id:`Q${String(n+1).padStart(2,`0`)}`,query:`Where is "${t}" described?`,category:`file_exact_match`,difficulty:1,tags:[`starter`],expected_files:[e]})),a={id:`Q99`,query:`What will the weather be like tomorrow?`,tags:[`starter`],expected:[]};return[...i,a].map(e=>`${JSON.stringify(e)}\n`).join(``)}function w(e){let t=e.split(/\r?\n/),n=(t.find(e=>/^#{1,6}\s+\S/.test(e))??t.find(e=>/\w/.test(e)))?.replace(/^#+\s+|\s+#+$/g,``).trim();return n===void 0||n===``?null:n.slice(0,120)}function T(e){return e.slice(e.lastIndexOf(`/`)+1).replace(/\.\w+$/,``).replace(/([a-z\d])([A-Z])/g,`$1 $2`).split(/[^\p{L}\p{N}]+/u).join(` `).trim().toLowerCase()||null}function E(e,t){if(e.split(/\r?\n/).map(e=>e.trim().replace(/^\/|\/$/g,``)).includes(t))return e;let n=e.includes(`\r
`)?`\r
`:`
`;return`${e}${e===``||e.endsWith(`
`)?``:n}${t}/${n}`}function D(e){return`name: retrieval
on:
  pull_request:
  push:
    branches: ${(0,b.stringify)([e],{collectionStyle:`flow`,flowCollectionPadding:!1}).trim()}
permissions:
  contents: read
  actions: read # finds the baseline
  pull-requests: write # comments
jobs:
  gate:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
      - uses: ${f.action}
`}const O=`retrieval-gate.yml`,k=`datasets/questions.jsonl`,A=`.github/workflows/retrieval.yml`,j=`.gitignore`,M=[`retrieval-gate-report`,`.retrieval-gate/cache`];async function N({force:e=!1,...t},n){if(Object.keys(t).length>0&&await z(s(n.cwd,O)))return P(t,e,n);let r=await g(n.cwd,M[0]),i=new Map([[O,S(I(n.cwd),r,k)],[k,C(r)],[A,D(await L(n.cwd))],...F(t,await L(n.cwd))]);e||await R(n.cwd,[...i.keys()]);for(let[e,t]of i)await V(s(n.cwd,e),t);let a=await B(n.cwd);return n.stdout([...[...i.keys()].map(e=>`wrote ${e}`),...a.length===0?[]:[`added ${a.join(` and `)} to ${j}`],``,`1. Replace the questions in ${k}: they were made from your files, and only show the form.`,`2. Try it: retrieval-gate run`,`3. Commit all of it. The first push to the base branch makes the baseline; pull requests are compared with it.`,``].join(`
`)),0}async function P(e,t,{cwd:n,stdout:r}){let i=new Map(F(e,await L(n)));t||await R(n,[...i.keys()]);for(let[e,t]of i)await V(s(n,e),t);return r([...i.keys()].map(e=>`wrote ${e}\n`).join(``)),0}function F({forks:e=!1,shards:t},n){return[...t===void 0?[]:[[A,x(n,t)]],...e?[[`.github/workflows/retrieval-comment.yml`,p()]]:[]]}function I(e){let t=a(e).replace(/[^A-Za-z0-9._-]+/g,`-`).replace(/-{2,}/g,`-`).replace(/^[^A-Za-z0-9]+|-+$/g,``);return t===``?`retrieval`:t.slice(0,60)}async function L(e){let t=await c(e,[`symbolic-ref`,`--short`,`refs/remotes/origin/HEAD`]);if(t!==void 0)return t.trim().replace(/^origin\//,``);for(let t of[`main`,`master`])if(await c(e,[`rev-parse`,`--verify`,`--quiet`,`refs/heads/${t}`])!==void 0)return t;return(await c(e,[`symbolic-ref`,`--short`,`HEAD`]))?.trim()||`main`}async function R(e,t){for(let n of t)if(await z(s(e,n)))throw new l({where:n,what:`this file is already here`,hint:`use --force to write it anew`})}function z(t){return e(t).then(()=>!0,()=>!1)}async function B(e){let t=s(e,j),r=await n(t,`utf8`).catch(()=>``),i=M.filter(e=>E(r,e)!==r);return i.length>0&&await V(t,i.reduce(E,r)),i.map(e=>`${e}/`)}async function V(e,n){await t(o(e),{recursive:!0}),await i(`${e}.tmp`,n),await r(`${e}.tmp`,e)}export{N as init};