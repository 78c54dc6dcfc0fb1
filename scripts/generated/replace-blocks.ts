const BLOCK = /(<!-- generated:([\w-]+) -->)[\s\S]*?(<!-- \/generated -->)/g

/**
 * Fills every block of a Markdown text, `<!-- generated:NAME -->` to `<!-- /generated -->`, with what its generator gives.
 * Throws for a name without a generator and for a block that is not closed.
 */
export function replaceBlocks(text: string, generators: ReadonlyMap<string, () => string>): string {
  const opened = text.match(/<!-- generated:/g)?.length ?? 0
  const closed = text.match(/<!-- \/generated -->/g)?.length ?? 0
  if (opened !== closed) throw new Error(`${opened} generated blocks begin and ${closed} end`)
  return text.replace(BLOCK, (_block, start: string, name: string, end: string) => {
    const generate = generators.get(name)
    if (generate === undefined)
      throw new Error(`Nothing generates "${name}"; known: ${[...generators.keys()].join(', ')}`)
    return `${start}\n\n${generate()}\n\n${end}`
  })
}
