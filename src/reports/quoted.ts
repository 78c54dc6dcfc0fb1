/** User-supplied text as code inside one of the program's own sentences; its own backticks cannot end it. */
export function quoted(text: string): string {
  return `\`${text.replaceAll('`', "'")}\``
}

/** The first of some names and how many more there are: "`Q1`, `Q2` and 3 more". */
export function quotedList(names: readonly string[], most = 5): string {
  const shown = names.slice(0, most).map(quoted).join(', ')
  return names.length > most ? `${shown} and ${names.length - most} more` : shown
}

/** The same, but "and 1 more" takes the place of a name and says less: then it is named. */
export function quotedFew(names: readonly string[], most: number): string {
  return quotedList(names, names.length === most + 1 ? names.length : most)
}
