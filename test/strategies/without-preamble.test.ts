import { expect, it } from 'vitest'
import { withoutPreamble } from '../../src/strategies/without-preamble.ts'

const TEXT = 'Passwords are hashed:\n\n```sh\nhash password\n```\nThat is all.'

it.each([
  ['nothing', TEXT],
  ['an announcement', `Here is a summary of the texts:\n\n${TEXT}`],
  ['a polite one', `Sure! Here's the passage:\n${TEXT}\n`],
  ['one in Markdown', `**Here is the summary:**\n${TEXT}`],
])('is left out of what a model wrote, and the text stays as it is: %s', (_, written) => {
  expect(withoutPreamble(written)).toBe(TEXT)
})

it.each(['```\nOne text.\n```', '```markdown\nOne text.\n```', '```\nOne text.', 'Here you are:\n~~~\nOne text.\n~~~'])(
  'is left out with a fence around the whole: %j',
  (written) => {
    expect(withoutPreamble(written)).toBe('One text.')
  },
)

it.each(['Here is where it lies:', 'Surely: it works.\nAnd so on.', '```\na\n```\nand\n```\nb\n```'])(
  'is not taken for one where it is the text itself: %j',
  (written) => {
    expect(withoutPreamble(written)).toBe(written)
  },
)
