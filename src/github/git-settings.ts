/** Settings for the git commands of this process. */
export interface GitSetting {
  readonly key: string
  readonly value: string
}

/**
 * Variables that give git settings from its environment, after those that are in it already. Nothing is written to a file,
 * so that no later step of the job, and no process on a runner that is used again, finds them.
 */
export function gitSettings(
  env: Readonly<Record<string, string | undefined>>,
  settings: readonly GitSetting[],
): Record<string, string> {
  const before = Number(env.GIT_CONFIG_COUNT ?? 0)
  const first = Number.isInteger(before) && before > 0 ? before : 0
  const pairs = settings.flatMap(({ key, value }, index): [string, string][] => [
    [`GIT_CONFIG_KEY_${first + index}`, key],
    [`GIT_CONFIG_VALUE_${first + index}`, value],
  ])
  return { ...Object.fromEntries(pairs), GIT_CONFIG_COUNT: String(first + settings.length) }
}

/** In a container the workspace belongs to another user, and git would not look at it. */
export function trusting(workspace: string): GitSetting {
  return { key: 'safe.directory', value: workspace.replaceAll('\\', '/') }
}

/** The token, for this server alone. */
export function authorization(serverUrl: string, token: string): GitSetting {
  return { key: `http.${serverUrl}/.extraheader`, value: headerOf(token) }
}

/** The token, for one repository alone and in place of any other that git has been told: it would send both. */
export function authorizationFor(repositoryUrl: string, token: string): readonly GitSetting[] {
  const key = `http.${repositoryUrl}.extraheader`
  return [
    { key, value: '' },
    { key, value: headerOf(token) },
  ]
}

function headerOf(token: string): string {
  return `AUTHORIZATION: basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`
}
