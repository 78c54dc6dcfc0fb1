import { spawnSync } from 'node:child_process'
import process from 'node:process'

/** The Python that RETRIEVAL_GATE_PYTHON names, as `setup.sh` beside this file makes one, where it has all these modules; else null. */
export function pythonWith(...modules: string[]): string | null {
  const python = process.env.RETRIEVAL_GATE_PYTHON
  if (python === undefined) {
    console.info(`skipped: RETRIEVAL_GATE_PYTHON names no Python with ${modules.join(', ')}`)
    return null
  }
  // Found, and not loaded: some take long to load.
  const found = `import importlib.util, sys; print(*[m for m in sys.argv[1:] if not importlib.util.find_spec(m)])`
  const { stdout, error, stderr } = spawnSync(python, ['-c', found, ...modules], { encoding: 'utf8' })
  const missing = error?.message ?? (stdout.trim() || stderr.trim())
  if (missing === '') return python
  console.info(`skipped: ${python} (RETRIEVAL_GATE_PYTHON) lacks ${missing}`)
  return null
}
