import { entryPlace } from '../config/entry-place.ts'
import { type Problem, problemSentence, problemsError } from '../config/problem.ts'
import { type Explanation, UserError } from '../errors.ts'
import { readSecret } from '../models/read-secret.ts'
import type { Missing } from '../models/recorder.ts'
import { count } from '../numbers.ts'
import { modelFolder } from '../open-recorder.ts'
import type { Ports } from '../ports.ts'
import type { Side } from '../prepare-side.ts'
import { type UsedModel, usedModels } from './used-models.ts'

/** A model that a strategy uses, and why its key cannot be had. */
export interface KeylessModel extends Pick<UsedModel, 'role' | 'section' | 'name'> {
  readonly explanation: Explanation
}

/** A state of a repository, as far as it decides about keys. */
export type KeySide = Pick<Side, 'config' | 'root' | 'recorder' | 'configFile'>

/** The models that strategies use and that cannot be asked here: no matter, where all their answers are in the store. */
export function keylessModels({ config, root, recorder }: KeySide, { env, secrets }: Ports): KeylessModel[] {
  const places = { baseDirectory: root, folder: recorder?.folder ?? modelFolder(config, root) }
  return usedModels(config).flatMap(({ type, entry, ...model }) => {
    const variables = type.keys?.(entry.settings, places) ?? []
    return variables.flatMap((variable): KeylessModel[] => {
      try {
        readSecret(env, variable, (value) => secrets?.add(value))
        return []
      } catch (error) {
        if (error instanceof UserError) return [{ ...model, explanation: error.explanation }]
        throw error
      }
    })
  })
}

/** What a side cannot go on without, each with its place in the config: keys of models that have yet to answer. */
export async function keyProblems(side: KeySide, missing: readonly Missing[], ports: Ports): Promise<Problem[]> {
  const wanting = keylessModels(side, ports).flatMap((model) => {
    const lacks = missing.filter(({ account: { role, entry } }) => role === model.role && entry === model.name)
    return lacks.length === 0 ? [] : [{ ...model, lacks }]
  })
  return Promise.all(
    wanting.map(async ({ section, name, explanation: { where: _, ...explanation }, lacks }) => ({
      ...(await entryPlace(side.configFile, section, name)),
      ...explanation,
      found: lacksText(lacks),
    })),
  )
}

/** What ends a run that has such problems; what to do about all of them is said once. */
export function keysError(problems: readonly Problem[]): UserError {
  const [first] = problems
  if (first === undefined || problems.length === 1) return problemsError(problems)
  const { what, hint } = first
  // One variable may be the key of several models.
  const isOneKey = problems.every((one) => one.what === what)
  const heading = isOneKey ? 'models lack their key' : 'keys are missing'
  if (hint === undefined || problems.some((one) => one.hint !== hint)) return problemsError(problems, heading)
  return problemsError(
    problems.map(({ hint: _, ...problem }) => problem),
    heading,
    isOneKey ? hint : hint.replaceAll(/\bit\b/g, 'each'),
  )
}

/** The same for people who only ask what would be needed, each once. */
export function keySentences(problems: readonly Problem[]): string[] {
  return [...new Set(problems.map(({ found: _, hint: __, ...problem }) => problemSentence(problem)))]
}

/** In the words of what a run without calls lacks. */
function lacksText(lacks: readonly Missing[]): string {
  const [{ account }] = lacks as readonly [Missing]
  const answers = lacks.reduce((sum, one) => sum + one.count, 0)
  const strategies = [...new Set(lacks.map(({ account: { strategy } }) => strategy))].join(', ')
  return `the model store lacks ${count(answers, 'answer')} of ${account.role} ${account.entry} (${account.model}), for ${strategies}`
}
