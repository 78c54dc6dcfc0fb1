import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin, RolldownOptions } from 'rolldown'
import { licenses } from './scripts/licenses.ts'

/** The command is run by its name, so its file carries the bit that lets it. */
const executable = (name: string): Plugin => ({
  name: 'executable',
  async writeBundle({ dir }) {
    if (dir !== undefined) await chmod(join(dir, name), 0o755)
  },
})

/**
 * Parts of the packages for GitHub that this program never calls, each with what stands in for it.
 * - The artifact client unpacks downloads with `unzip-stream`, without bounds, and one of the packages that needs declares no
 *   licence. We upload with that client, and read downloads ourselves.
 * - The toolkit's OpenID client loads a whole HTTP library when the Action starts. We ask for no such token.
 */
const leftOut = new Map([
  [
    'unzip-stream',
    `export default { Extract() { throw new Error('Artifacts are not unpacked by the artifact client') } }`,
  ],
  [
    './oidc-utils.js',
    `export class OidcClient { static getIDToken() { throw new Error('No OpenID client is bundled') } }`,
  ],
])

const withoutUnused: Plugin = {
  name: 'without-unused',
  resolveId: {
    filter: { id: [...leftOut.keys()].map((id) => new RegExp(`^${id.replaceAll('.', '\\.')}$`)) },
    handler: (id) => ({ id: `\0${id}` }),
  },
  load: { filter: { id: /^\0/ }, handler: (id) => leftOut.get(id.slice(1)) },
}

/**
 * The cache client unpacks archives with `tar -P`, which writes to whatever path an archive names, also outside of the folder
 * it is told, and through links. Without that, tar keeps everything inside the folder by itself.
 */
const insideItsFolder: Plugin = {
  name: 'inside-its-folder',
  transform: {
    filter: { id: /@actions[\\/]cache[\\/]lib[\\/]internal[\\/]tar\.js$/ },
    handler(code) {
      const safe = code.replace(/(case 'extract':(?:(?!break;)[\s\S])*?)'-P', /, '$1')
      if (safe === code) throw new Error('The cache client calls tar in another way now: look at how it unpacks')
      return safe
    },
  },
}

/**
 * Builds `dist/`: both front doors with everything they need, so that neither needs an installation. `--dir` names another
 * folder. What is behind `await import()` stays in a chunk of its own. The names hold no hash of the content, and nothing
 * in the output depends on the folder, the machine or the version of Node it was built with: `dist/` is committed, and
 * compared with a fresh build.
 */
export default {
  input: { cli: 'src/cli.ts', action: 'src/action.ts' },
  platform: 'node',
  transform: { target: 'node20' },
  // What `new URL(path, import.meta.url)` names is copied beside the bundle: the grammars of the chunker `code`.
  experimental: { attachDebugInfo: 'none', resolveNewUrlToAsset: true },
  output: {
    dir: 'dist',
    format: 'esm',
    cleanDir: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    assetFileNames: ({ names: [name = ''] }) =>
      name.startsWith('ort-') ? 'onnx/[name][extname]' : 'grammars/[name][extname]',
    minify: true,
    comments: { legal: false },
    sourcemap: false,
  },
  plugins: [withoutUnused, insideItsFolder, executable('cli.js'), licenses()],
} satisfies RolldownOptions
