import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ask, errorOf, openStrategy } from '../../support/engines/strategy.ts'
import { repository } from '../../support/repository-files.ts'

const server = join(repository, 'test/support/engines/faulty-server.mjs')
const KEY = 'QX7-9F3K2-PLM8-RT5W'

const open = (mode: string, env: string[]) =>
  openStrategy(
    { type: 'mcp', command: [process.execPath, server, mode], env, retries: 0, restarts: 0 },
    { env: { KEY } },
  )

afterEach(() => vi.unstubAllEnvs())

describe('the program that is started', () => {
  it('gets the variables that it is given by name, and none of what else this process knows', async () => {
    const others = [
      'INPUT_GITHUB-TOKEN',
      'GITHUB_TOKEN',
      'ACTIONS_RUNTIME_TOKEN',
      'GIT_CONFIG_VALUE_0',
      'OPENAI_API_KEY',
    ]
    for (const name of others) vi.stubEnv(name, 'not for others')
    const { hits } = await ask(await open('environment', ['KEY']))
    const { KEY: given, ...rest } = JSON.parse(hits[0]!.text!) as Record<string, string>
    expect(given).toBe(KEY)
    expect(
      Object.keys(rest).filter((name) => !['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'].includes(name)),
    ).toEqual([])
  })

  it('may repeat a key in an error: it is not in the message', async () => {
    expect(await errorOf(await open('says-key', ['KEY']))).toBe('the tool answered with an error: "401 for ***"')
  })

  it('may write a key to stderr when it dies: no part of it is in the message, wherever that is cut', async () => {
    for (const length of [1, 9, 17, 25, 33, 41]) {
      const message = await errorOf(await open('dies-with-key', ['KEY']), 'x'.repeat(length))
      expect(message).toContain('stderr ends with')
      for (let at = 0; at + 4 <= KEY.length; at++) expect(message).not.toContain(KEY.slice(at, at + 4))
    }
  })
})
