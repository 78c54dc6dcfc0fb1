import{hash as e}from"node:crypto";function t(t){let n=t.includes(`\r
`)?t.replaceAll(`\r
`,`
`):t;return e(`sha256`,n)}export{t};