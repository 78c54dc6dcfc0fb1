import { readFileSync } from 'node:fs'

/** The recorded answers of scipy 1.17.1 and numpy 2.4.6. */
export function golden<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`data/${name}.json`, import.meta.url), 'utf8')) as T
}
