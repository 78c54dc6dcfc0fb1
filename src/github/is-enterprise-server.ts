/** Whether this is GitHub Enterprise Server, which has no artifacts of the present kind; the rule is that of `@actions/artifact`. */
export function isEnterpriseServer(serverUrl: string): boolean {
  const host = new URL(serverUrl).hostname.toLowerCase()
  return !(host === 'github.com' || host.endsWith('.ghe.com') || host.endsWith('.localhost'))
}
