/** The hash of a word as a feature: 32 bits, as a signed integer. */
export function wordHash(word: string): number {
  return hash(word, 0x811c9dc5)
}

/** The hash of a run of characters as a feature, another than that of the same word. */
export function gramHash(gram: string): number {
  return hash(gram, 0x9e3779b9)
}

/** FNV-1a over UTF-16 code units, finished as in MurmurHash3 so that every bit depends on every character. */
function hash(text: string, seed: number): number {
  let h = seed
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}
