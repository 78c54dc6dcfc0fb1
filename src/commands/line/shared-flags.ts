/** Flags that several commands have, in the same words everywhere. */
export const SHARED = {
  config: ['--config <file>', 'the config (default: retrieval-gate.yml)'],
  out: ['--out <folder>', 'where the reports go (default: output of the config, or retrieval-gate-report)'],
  seed: [
    '--seed <text>',
    'seed of everything random; the same seed gives the same bytes (default: seed of the config)',
  ],
  json: ['--json', 'print JSON, and nothing else'],
  quiet: ['--quiet', 'print one line, and no progress'],
  offline: ['--offline', 'call no model: use what the model store holds, and name what it lacks'],
  timing: ['--no-timing', 'leave out of the reports what varies between identical runs'],
} as const satisfies Record<string, readonly [string, string]>

/** Headings that flags stand under in a help page. */
export const GROUPS = {
  evaluated: 'What is evaluated:',
  scored: 'What is scored:',
  compared: 'What it is compared with:',
  printed: 'What comes out:',
} as const
