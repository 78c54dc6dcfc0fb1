import { VARIABLE } from '../config/variable-schema.ts'
import { UserError } from '../errors.ts'

/** What is rather a key that somebody wrote in its place: `hf_a1B2...`, `AKIA...`. */
const RATHER_A_KEY = /^(?=.*\d)(?:.*[a-z].*|[A-Z\d]{16,})$/

/** What the runner of a workflow has given to this program alone: its inputs, git's credentials, the job's own tokens. */
const RUNNERS_OWN = /^(?:INPUT_|GIT_CONFIG_|ACTIONS_)/i

/**
 * What an environment variable holds; `mask` is told. Throws `UserError` where it is not set, or not for a config to name; a
 * key that stands in the place of the name is not repeated.
 */
export function readSecret(
  env: Readonly<Record<string, string | undefined>>,
  variable: string,
  mask: (value: string) => void,
): string {
  if (RUNNERS_OWN.test(variable)) {
    throw new UserError({
      what: `the environment variable ${variable} is the runner's own, and a config cannot have it sent anywhere`,
      hint: 'give the step a variable of another name (`env:`)',
    })
  }
  const value = env[variable]
  if (value !== undefined && value !== '') {
    mask(value)
    return value
  }
  if (!VARIABLE.test(variable) || RATHER_A_KEY.test(variable)) {
    mask(variable)
    throw new UserError({
      what: 'a model wants the name of an environment variable, and the config has something else there',
      hint: 'put the key into an environment variable and its name into the config; where it is a name, set that variable',
    })
  }
  throw new UserError({
    what: `the environment variable ${variable} is not set`,
    hint: 'set it for this command; in a workflow, give it to the step from a secret (`env:`)',
  })
}
