import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

/** Draws a `comment.md` as GitHub shows it: `tsx scripts/picture.ts comment.md comment.png`, with Chromium in the path. */

const run = promisify(execFile)
const CHROMIUM = process.env['CHROMIUM'] ?? 'chromium'
const WIDTH = 1000

const STYLE = `
body { margin: 0; padding: 16px; background: #fff; color: #1f2328;
  font: 14px/1.5 -apple-system, BlinkMacSystemFont, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif, "Noto Color Emoji"; }
.comment { border: 1px solid #d1d9e0; border-radius: 6px; overflow: hidden; }
.author { background: #f6f8fa; border-bottom: 1px solid #d1d9e0; padding: 8px 16px; color: #59636e; }
.author b { color: #1f2328; } .author i { border: 1px solid #d1d9e0; border-radius: 2em; padding: 0 7px; font: 12px/18px inherit; }
.body { padding: 16px; } .body > :first-child { margin-top: 0; } .body > :last-child { margin-bottom: 0; }
h3 { font-size: 1.25em; line-height: 1.25; margin: 24px 0 16px; } p, ul, ol, table, details { margin: 0 0 16px; }
ul, ol { padding-left: 2em; } li + li { margin-top: .25em; } a { color: #0969da; }
code { background: #818b981f; border-radius: 6px; padding: .2em .4em; font: 85% ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
table { border-collapse: collapse; display: block; } th, td { border: 1px solid #d1d9e0; padding: 6px 13px; }
tr:nth-child(2n) { background: #f6f8fa; } sub { font-size: 75%; line-height: 1.4; vertical-align: baseline; } summary { cursor: pointer; }
`

function page(markdown: string): string {
  const body = micromark(markdown, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] })
  const author = '<div class="author"><b>github-actions</b> <i>bot</i> commented</div>'
  const measure = '<script>document.body.dataset.height = document.documentElement.scrollHeight</script>'
  return `<!doctype html><meta charset="utf-8"><style>${STYLE}</style><div class="comment">${author}<div class="body">${body}</div></div>${measure}`
}

async function chromium(profile: string, ...options: string[]): Promise<string> {
  const quiet = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--hide-scrollbars']
  const offline = ['--disable-background-networking', '--disable-component-update', '--disable-sync']
  const flags = [...quiet, ...offline, `--user-data-dir=${profile}`, '--force-device-scale-factor=2', ...options]
  const { stdout } = await run(CHROMIUM, flags, { maxBuffer: 64 * 1024 * 1024 })
  return stdout
}

async function draw(source: string, target: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'picture-'))
  try {
    const file = join(folder, 'comment.html')
    await writeFile(file, page(await readFile(source, 'utf8')))
    const { href } = pathToFileURL(file)
    const profile = join(folder, 'profile')
    const dom = await chromium(profile, `--window-size=${WIDTH},400`, '--dump-dom', href)
    const height = /data-height="(\d+)"/.exec(dom)?.[1] ?? '1000'
    await chromium(profile, `--window-size=${WIDTH},${height}`, `--screenshot=${resolve(target)}`, href)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const [source, target] = process.argv.slice(2)
if (source === undefined || target === undefined)
  throw new Error('usage: tsx scripts/picture.ts comment.md comment.png')
await draw(source, target)
