import { z } from 'zod'

/** `owner/name`, as GitHub takes them. */
export const repositorySchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9-]*\/(?!\.{1,2}$)[A-Za-z0-9._-]+$/, 'owner/name')
  .describe(
    'Another repository, `owner/name`, that holds the files. It is fetched for each run, its newest commit alone.',
  )

/** What `git fetch` takes by its name alone: no option, no second half of a refspec, no pattern. */
export const refSchema = z
  .string()
  .regex(/^(?![-+/.])(?!.*\.\.)[^\s~^:?*[\]\\\p{Cc}]+$/u, 'a branch, a tag or a whole commit')
  .describe('Its branch, tag or whole commit. Default: the main branch as it is then.')

export const innerPathSchema = z
  .string()
  .regex(/^(?!\/)(?!(?:.*\/)?\.\.(?:\/|$))[^\\\0]+$/, 'a folder of the repository, with `/`, without `..`')
  .describe('The folder of it that patterns and paths are relative to. Default: all of it.')
