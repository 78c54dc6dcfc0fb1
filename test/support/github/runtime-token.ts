/** The runner's token for the artifact service: an unsigned JWT whose scope names the run. */
export function runtimeToken(runId: number): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none', typ: 'JWT' })}.${part({ scp: `Actions.Results:run-${runId}:job-${runId}` })}.`
}

/** The run that a token is for; null for anything else. */
export function runOfToken(authorization: string | undefined): number | null {
  const payload = /^Bearer [^.]+\.([^.]+)\./.exec(authorization ?? '')?.[1]
  if (payload === undefined) return null
  const scope = /Actions\.Results:run-(\d+):/.exec(Buffer.from(payload, 'base64url').toString())
  return scope === null ? null : Number(scope[1])
}
