import { describe, expect, it } from 'vitest'
import { listedLines } from '../../src/strategies/listed-lines.ts'

const WANTED = ['How are passwords hashed?', 'How much memory does it take?', '密码如何存储？']
const [first, second, third] = WANTED as [string, string, string]
const plain = WANTED.join('\n')

describe('a list that a model wrote', () => {
  it.each([
    ['a line each', plain],
    ['with empty lines and other line ends', `\r\n${WANTED.join('\r\n\r\n')}\r\n`],
    ['numbered', `1. ${first}\n2. ${second}\n3. ${third}`],
    ['numbered in other ways', `(1) ${first}\n2) ${second}\n3、${third}`],
    ['with bullets of any kind', `- ${first}\n* ${second}\n• ${third}`],
    ['as numbered questions', `Q1: ${first}\n**Question 2:** ${second}\nQ3. ${third}`],
    ['in bold and in quotes', `1. **${first}**\n2. "${second}"\n3. “${third}”`],
    ['twice', `${plain}\n${plain}`],
    ['after a preamble', `Sure! Here are 3 questions:\n\n${plain}`],
    ['after a heading', `## Questions\n${plain}`],
    ['after another kind of preamble', `**Questions that the text answers:**\n${plain}`],
    [
      'between sentences to the reader',
      `I have read the text carefully.\n1. ${first}\n2. ${second}\n3. ${third}\n\nLet me know if you want more!`,
    ],
    ['with an explanation under each', `1. ${first}\n   It says Argon2id.\n2. ${second}\n   64 MiB.\n3. ${third}`],
    ['in a block of code', `\`\`\`text\n${plain}\n\`\`\``],
    ['in a block of code after a preamble', `Here you go:\n\`\`\`\n${plain}\n\`\`\`\nAnything else?`],
    ['as JSON', JSON.stringify(WANTED)],
    ['as JSON over several lines in a block', `\`\`\`json\n${JSON.stringify(WANTED, null, 2)}\n\`\`\``],
    ['as JSON under a key', JSON.stringify({ questions: WANTED })],
    ['as objects in JSON', JSON.stringify(WANTED.map((question) => ({ question, difficulty: 1 })))],
    ['as JSON that was cut off', `[\n  "${first}",\n  "${second}",\n  "${third}"`],
  ])('is read: %s', (_, text) => {
    expect(listedLines(text).filter((line) => line !== 'Anything else?')).toEqual(WANTED)
  })

  it.each(['', ' \n', '```\n```', '[]', '---', "I'm sorry, but I can't help with that.", 'I cannot answer this.'])(
    'may hold nothing: %j',
    (text) => {
      expect(listedLines(text)).toEqual([])
    },
  )

  it('keeps what only looks like a mark or an announcement', () => {
    expect(listedLines('12 factor apps\n3.5 release')).toEqual(['12 factor apps', '3.5 release'])
    expect(listedLines('What does [1, 2] mean?')).toEqual(['What does [1, 2] mean?'])
    expect(listedLines('What does this print:')).toEqual(['What does this print:'])
    expect(listedLines('I cannot log in')).toEqual(['I cannot log in'])
  })
})
