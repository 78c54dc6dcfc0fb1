import { runGit } from '../baseline/run-git.ts'
import { authorizationFor, type GitSetting } from './git-settings.ts'

/**
 * Settings that let git fetch from the repository that an earlier step has cloned, where that step kept no credentials
 * (`persist-credentials: false`). None where git has its own way in, or where the clone is not of this server.
 */
export async function remoteAuthorization(
  workspace: string,
  serverUrl: string,
  token: string,
): Promise<readonly GitSetting[]> {
  const url = (await runGit(workspace, ['remote', 'get-url', 'origin']))?.trim()
  if (url === undefined || !url.toLowerCase().startsWith(`${serverUrl.toLowerCase()}/`)) return []
  const known = await runGit(workspace, ['config', '--get-urlmatch', 'http.extraheader', url])
  return known === undefined || known.trim() === '' ? authorizationFor(url, token) : []
}
