import { isEnterpriseServer } from '../is-enterprise-server.ts'

/**
 * Whether this runner has a cache service. The rule is that of `isFeatureAvailable` in `@actions/cache`, told without loading
 * that.
 */
export function hasCacheService(env: Readonly<Record<string, string | undefined>>): boolean {
  const second = !isEnterpriseServer(env.GITHUB_SERVER_URL || 'https://github.com') && env.ACTIONS_CACHE_SERVICE_V2
  return Boolean(second ? env.ACTIONS_RESULTS_URL : env.ACTIONS_CACHE_URL)
}
