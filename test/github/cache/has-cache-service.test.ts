import { isFeatureAvailable } from '@actions/cache'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { hasCacheService } from '../../../src/github/cache/has-cache-service.ts'

afterEach(() => vi.unstubAllEnvs())

const url = 'https://results.example/'
const V2 = { ACTIONS_CACHE_SERVICE_V2: 'true' }
const enterprise = { GITHUB_SERVER_URL: 'https://git.example.com' }

describe('whether there is a cache service', () => {
  it.each([
    [{}, false],
    [{ ...V2 }, false],
    [{ ...V2, ACTIONS_RESULTS_URL: url }, true],
    [{ ACTIONS_RESULTS_URL: url }, false],
    [{ ACTIONS_CACHE_URL: url }, true],
    [{ ...V2, ACTIONS_CACHE_URL: url }, false],
    [{ ...enterprise, ...V2, ACTIONS_RESULTS_URL: url }, false],
    [{ ...enterprise, ...V2, ACTIONS_CACHE_URL: url }, true],
    [{ GITHUB_SERVER_URL: 'https://octo.ghe.com', ...V2, ACTIONS_RESULTS_URL: url }, true],
  ])('is told as the client tells it: %j', (env: Record<string, string>, expected) => {
    const known = ['GITHUB_SERVER_URL', 'ACTIONS_CACHE_SERVICE_V2', 'ACTIONS_RESULTS_URL', 'ACTIONS_CACHE_URL']
    for (const name of known) vi.stubEnv(name, env[name])
    expect(hasCacheService(env)).toBe(expected)
    expect(isFeatureAvailable()).toBe(expected)
  })
})
