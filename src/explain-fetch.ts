import { UserError } from './errors.ts'

export interface Fetched {
  readonly repository: string
  readonly ref: string
}

/** What keeps a repository of documents from being fetched, from the last line that git said. */
export function explainFetch(said: string, { repository, ref }: Fetched): UserError {
  if (/remote ref|not our ref|no such ref|unadvertised object/i.test(said)) {
    return new UserError({
      where: 'documents.ref',
      what: `${repository} has no such branch, tag or commit`,
      found: ref,
      hint: 'name a branch or a tag as it is called there, or a commit with all of its characters',
    })
  }
  if (/not found|not appear to be a git repository|does not exist|from remote repository|error: 404/i.test(said)) {
    return new UserError({
      where: 'documents.repository',
      what: `there is no repository ${repository}, or it may not be read from here`,
      found: said,
      hint: 'see how it is spelled; for a private one, give the Action a `documents-token`, or git its credentials',
    })
  }
  if (/could not read (?:Username|Password)|Authentication failed|error: 40[13]|Permission denied/i.test(said)) {
    return new UserError({
      where: 'documents.repository',
      what: `${repository} may not be read from here`,
      found: said,
      hint: 'give the Action a `documents-token` that may read its contents, or git its credentials',
    })
  }
  return new UserError({ where: 'documents.repository', what: `${repository} could not be fetched`, found: said })
}
