/** Tokens that a call takes at most, about: below what any provider refuses. */
const MOST_TOKENS = 100_000

/** Inputs of like length together, at most so many, and not too much text in one; the shortest first. */
export function inBatches<Input>(
  inputs: readonly Input[],
  most: number,
  tokensOf: (input: Input) => number,
): Input[][] {
  const sized = inputs.map((input) => ({ input, tokens: tokensOf(input) })).sort((a, b) => a.tokens - b.tokens)
  const batches: Input[][] = []
  let total = 0
  for (const { input, tokens } of sized) {
    const batch = batches.at(-1)
    if (batch === undefined || batch.length >= most || total + tokens > MOST_TOKENS) {
      batches.push([input])
      total = tokens
    } else {
      batch.push(input)
      total += tokens
    }
  }
  return batches
}
