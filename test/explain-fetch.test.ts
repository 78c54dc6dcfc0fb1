import { describe, expect, it } from 'vitest'
import { explainFetch } from '../src/explain-fetch.ts'

const explained = (said: string) => explainFetch(said, { repository: 'octo/kb', ref: 'main' }).message

describe('why documents could not be fetched, in what git says of', () => {
  it.each([
    [
      "fatal: repository 'https://github.com/octo/kb/' not found",
      'there is no repository octo/kb, or it may not be read',
    ],
    ["fatal: could not read Username for 'https://github.com': terminal prompts disabled", 'octo/kb may not be read'],
    ["fatal: Authentication failed for 'https://github.com/octo/kb/'", 'octo/kb may not be read'],
    [
      "fatal: unable to access 'https://github.com/octo/kb/': The requested URL returned error: 403",
      'octo/kb may not be read',
    ],
    ["fatal: couldn't find remote ref main", 'octo/kb has no such branch, tag or commit'],
    ['fatal: remote error: upload-pack: not our ref 1234', 'octo/kb has no such branch, tag or commit'],
    [
      "fatal: unable to access 'https://github.com/octo/kb/': Could not resolve host: github.com",
      'octo/kb could not be fetched',
    ],
    ['spawn git ENOENT', 'octo/kb could not be fetched'],
  ])('%s', (said, what) => {
    expect(explained(said)).toContain(what)
  })
})
