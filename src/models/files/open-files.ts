import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { variableSchema } from '../../config/variable-schema.ts'
import { address } from '../address.ts'
import type { ModelContext } from '../model-context.ts'
import type { HubReference, ModelPlaces } from '../model-type.ts'
import { folderFiles } from './folder-files.ts'
import { hubFiles, hubFolder, hubModelFolder } from './hub-files.ts'
import type { ModelFiles } from './model-files.ts'

/** The keys of a model that is a set of files, for spreading into its schema. */
export const fileSettings = {
  model: z
    .string()
    .min(1)
    .describe(
      'A folder, relative to the config; with `revision`, the name of a model on the Hugging Face hub: `owner/name`.',
    ),
  revision: z
    .string()
    .regex(/^[0-9a-f]{40}$/, {
      error: 'a whole commit of the hub, 40 hexadecimal digits: a branch or a tag can be moved',
    })
    .optional()
    .describe('The commit of the model on the hub. It is downloaded once, into the model store.'),
  sha256: z
    .record(z.string(), z.string().regex(/^[0-9a-f]{64}$/, { error: 'a SHA-256, 64 hexadecimal digits' }))
    .default({})
    .describe(
      'SHA-256 by file, checked after downloading. Without it, what the hub says about the content is checked.',
    ),
  hub: address.default('https://huggingface.co').describe('Where the hub is, or a mirror of it.'),
  tokenEnv: variableSchema('token')
    .optional()
    .describe('The environment variable that holds a token of the hub, for private and gated models.'),
}

const settingsSchema = z.object(fileSettings)

/** The files of a model, from a folder or from the hub. Throws `UserError` for a folder without a model. */
export async function openFiles(
  settings: z.infer<typeof settingsSchema>,
  decisive: readonly string[],
  { baseDirectory, recorder, fetch, signal, secret }: ModelContext,
): Promise<ModelFiles> {
  const { model, revision, tokenEnv } = settings
  if (revision === undefined) return folderFiles(model, { baseDirectory, decisive })
  return hubFiles(
    { ...settings, revision },
    {
      folder: hubFolder(recorder.folder ?? join(baseDirectory, '.retrieval-gate/models')),
      token: () => (tokenEnv === undefined ? undefined : secret(tokenEnv)),
      offline: recorder.replay,
      fetch,
      signal,
    },
  )
}

/** The model of the hub that these settings name. */
export function hubModelOf({ model, revision }: z.infer<typeof settingsSchema>): HubReference | null {
  return revision === undefined ? null : { model, revision }
}

/** The folder that these settings name. */
export function folderOf({ model, revision }: z.infer<typeof settingsSchema>): string | null {
  return revision === undefined ? model : null
}

/** The variable of its token, where the model has yet to be downloaded. */
export function tokenOf(
  { model, revision, tokenEnv }: z.infer<typeof settingsSchema>,
  { folder }: ModelPlaces,
): readonly string[] {
  if (tokenEnv === undefined || revision === undefined) return []
  return existsSync(hubModelFolder(hubFolder(folder), { model, revision })) ? [] : [tokenEnv]
}
