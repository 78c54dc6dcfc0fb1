import { hash } from 'node:crypto'

/** SHA-256 (hex) of a text with LF line ends, so that a Windows checkout of the same file has the same hash. */
export function contentHash(text: string): string {
  const normalised = text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text
  return hash('sha256', normalised)
}
