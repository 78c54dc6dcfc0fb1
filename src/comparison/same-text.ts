/** Whether two questions are the same one in the same words: Unicode forms and white space at the ends do not count. */
export function sameText(a: string, b: string): boolean {
  return a.normalize('NFC').trim() === b.normalize('NFC').trim()
}
