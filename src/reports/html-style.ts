/** The page's whole style: system fonts, light and dark by the reader's setting, wide tables scroll by themselves. */
export const HTML_STYLE = `
:root { color-scheme: light dark; --ink: #1f2328; --soft: #59636e; --line: #d1d9e0; --page: #fff; --raised: #f6f8fa;
  --link: #0969da; --pass: #1a7f37; --fail: #cf222e; --warn: #9a6700; --shade: rgb(31 35 40 / 0.22); }
@media screen and (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9198a1; --line: #3d444d; --page: #0d1117;
  --raised: #151b23; --link: #4493f8; --pass: #3fb950; --fail: #f85149; --warn: #d29922; --shade: rgb(0 0 0 / 0.7); } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 1.5rem 1.25rem 4rem; background: var(--page); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif; }
a { color: var(--link); }
code { font: 0.875em/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; background: var(--raised);
  border-radius: 4px; padding: 0.1em 0.3em; overflow-wrap: anywhere; }
header { border: 1px solid var(--line); border-left: 0.5rem solid var(--soft); border-radius: 8px; padding: 1rem 1.25rem; }
header.pass { border-left-color: var(--pass); } header.fail { border-left-color: var(--fail); }
header.invalid { border-left-color: var(--warn); }
header .status { margin: 0; font-size: 0.8rem; font-weight: 600; letter-spacing: 0.06em; text-transform: uppercase; }
.pass .status, .up { color: var(--pass); } .fail .status, .down { color: var(--fail); } .invalid .status { color: var(--warn); }
h1 { margin: 0.1rem 0 0.4rem; font-size: 1.5rem; line-height: 1.3; overflow-wrap: anywhere; }
h2 { margin: 2.2rem 0 0.6rem; padding-bottom: 0.3rem; border-bottom: 1px solid var(--line); font-size: 1.2rem; }
header p { margin: 0.35rem 0; } .soft { color: var(--soft); font-size: 0.875rem; }
.notice { border-left: 3px solid var(--warn); padding: 0.1rem 0.8rem; margin: 0.6rem 0; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px;
  background: linear-gradient(90deg, var(--page) 1rem, transparent) 0 0 / 3rem 100% no-repeat local,
    linear-gradient(270deg, var(--page) 1rem, transparent) 100% 0 / 3rem 100% no-repeat local,
    linear-gradient(90deg, var(--shade), transparent) 0 0 / 0.9rem 100% no-repeat scroll,
    linear-gradient(270deg, var(--shade), transparent) 100% 0 / 0.9rem 100% no-repeat scroll, var(--page); }
a:focus-visible, .scroll:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 8px; }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem; }
th, td { padding: 0.45rem 0.75rem; text-align: left; vertical-align: top; border-top: 1px solid var(--line); }
thead th { border-top: 0; background: var(--raised); white-space: nowrap; }
tbody th { font-weight: 400; } td:not(.wide), tbody th code { white-space: nowrap; }
tbody th, thead th:first-child { position: sticky; left: 0; z-index: 1; } tbody th { background: var(--page); }
table code { overflow-wrap: normal; } .wide { min-width: 22rem; overflow-wrap: anywhere; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
ol.stories { padding-left: 0; list-style: none; counter-reset: story; display: grid; gap: 0.75rem; }
ol.stories > li { border: 1px solid var(--line); border-radius: 8px; padding: 0.75rem 1rem; }
.stories h3 { margin: 0 0 0.3rem; font-size: 1rem; overflow-wrap: anywhere; } .stories .id, .stories .on { color: var(--soft); font-weight: 400; }
.stories .on { font-size: 0.875rem; } .stories .on::before { content: "· "; }
.stories ul { margin: 0; padding-left: 1.2rem; }
.tag { display: inline-block; white-space: nowrap; line-height: 1.5; border: 1px solid currentcolor; border-radius: 2em; padding: 0 0.5em; font-size: 0.75rem; font-weight: 600; color: var(--warn); }
.tag.quiet { color: var(--soft); }
details { margin: 0.75rem 0; } summary { cursor: pointer; }
footer { margin-top: 3rem; }
@media (max-width: 40rem) { body { padding: 0.75rem 0.75rem 3rem; } h1 { font-size: 1.25rem; }
  tbody th, thead th:first-child { max-width: 8.5rem; } tbody th code { white-space: normal; } th, td { padding: 0.4rem 0.5rem; } }
@page { size: landscape; margin: 12mm; }
@media print { body { max-width: none; padding: 0; font-size: 10pt; } .soft { font-size: 8pt; } .scroll { overflow: visible; background: none; }
  table { font-size: 6.5pt; } th, td { padding: 2pt; } tbody th, thead th:first-child { position: static; }
  thead th, .number, td:not(.wide), tbody th code { white-space: normal; } .wide { min-width: 0; } table code { overflow-wrap: anywhere; padding: 0; }
  tr, ol.stories > li { break-inside: avoid; } h2 { break-after: avoid; } }
`
