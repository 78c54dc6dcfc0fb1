import{createHash as e}from"node:crypto";function t(t){let n=t.includes(`\r
`)?t.replaceAll(`\r
`,`
`):t;return e(`sha256`).update(n,`utf8`).digest(`hex`)}export{t};