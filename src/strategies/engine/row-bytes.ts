/** About as many bytes as the values of a row came in. */
export function rowBytes(row: Readonly<Record<string, unknown>>): number {
  let bytes = 0
  for (const value of Object.values(row)) {
    if (typeof value === 'string' || Buffer.isBuffer(value)) bytes += value.length
    else bytes += typeof value === 'object' && value !== null ? JSON.stringify(value).length : 8
  }
  return bytes
}
