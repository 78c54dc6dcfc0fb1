import { execFileSync } from 'node:child_process'
import { chownSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { authorization, authorizationFor, gitSettings, trusting } from '../../src/github/git-settings.ts'
import { gatedRepository } from '../support/gated-repository.ts'

describe('settings for git', () => {
  it('come after those that are there already', () => {
    const env = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'a.b', GIT_CONFIG_VALUE_0: 'c' }
    expect(gitSettings(env, [trusting('D:\\a\\docs\\docs')])).toEqual({
      GIT_CONFIG_COUNT: '2',
      GIT_CONFIG_KEY_1: 'safe.directory',
      GIT_CONFIG_VALUE_1: 'D:/a/docs/docs',
    })
  })

  it('give the token to its own server alone', () => {
    expect(authorization('https://github.com', 't')).toEqual({
      key: 'http.https://github.com/.extraheader',
      value: `AUTHORIZATION: basic ${Buffer.from('x-access-token:t').toString('base64')}`,
    })
  })

  it('give a token to one repository alone, in place of what git would send besides', () => {
    const url = 'https://github.com/octo/kb'
    const settings = [authorization('https://github.com', 'general'), ...authorizationFor(url, 't')]
    const sent = (to: string) =>
      execFileSync('git', ['config', '--get-urlmatch', 'http.extraheader', to], {
        env: { PATH: process.env.PATH, HOME: '/nonexistent', ...gitSettings({}, settings) },
      })
        .toString()
        .trim()
    const basic = (token: string) => `AUTHORIZATION: basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`
    expect(sent(url)).toBe(basic('t'))
    expect(sent('https://github.com/octo/other')).toBe(basic('general'))
  })

  it.runIf(process.getuid?.() === 0)('let git read a workspace of another user, as in a container', () => {
    const folder = gatedRepository()
    chownSync(folder, 1001, 1001)
    const commit = (env: Record<string, string>) =>
      execFileSync('git', ['-C', folder, 'rev-parse', 'HEAD'], {
        env: { PATH: process.env.PATH, HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1', ...env },
        stdio: 'pipe',
      }).toString()
    expect(() => commit({})).toThrow(/dubious ownership/)
    expect(commit(gitSettings({}, [trusting(folder)]))).toMatch(/^[0-9a-f]{40}/)
  })
})
