/**
 * Makes text from queries, paths and documents safe to print in a workflow's log: the runner takes a line that begins
 * with `::`, and `##[` anywhere in a line, for a command.
 */
export function harmlessLog(text: string): string {
  return text.replace(/^([^\S\r\n]*):(?=:)/gm, '$1: ').replace(/##(?=\[)/g, '# #')
}
