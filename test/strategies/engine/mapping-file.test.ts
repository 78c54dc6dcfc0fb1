import { describe, expect, it } from 'vitest'
import { readMapping } from '../../../src/strategies/engine/mapping-file.ts'
import { temporaryFolder, write } from '../../knowledge/temporary-workspace.ts'

function read(file: string, text: string) {
  const folder = temporaryFolder()
  write(folder, { [file]: text })
  return readMapping(file, folder)
}

describe('a mapping file', () => {
  const expected = [
    ['42', { path: 'docs/a.md', startLine: 3, endLine: 9 }],
    ['x,y', { path: 'docs/b.md' }],
  ]

  it('is JSON Lines', async () => {
    const text =
      '{"id": 42, "path": "./docs/a.md", "startLine": 3, "endLine": 9}\n\n{"id": "x,y", "path": "docs\\\\b.md"}\n'
    expect([...(await read('ids.jsonl', text))]).toEqual(expected)
  })

  it('is CSV with a header, cells quoted where they need it', async () => {
    const text = 'id,path,startLine,endLine\r\n42,docs/a.md,3,9\r\n"x,y","docs/b.md",,\r\n'
    expect([...(await read('ids.csv', text))]).toEqual(expected)
  })

  it.each([
    [
      'ids.jsonl',
      '{"id": "1", "path": "a.md"}\n{"id": "1", "path": "b.md"}\n',
      'ids.jsonl:2: the id "1" is given twice',
    ],
    ['ids.jsonl', '{"id": "1", "path": "/etc/passwd"}\n', 'ids.jsonl:1: the path "/etc/passwd" is absolute'],
    ['ids.jsonl', '{"id": "1", "path": "a.md", "startLine": 3}\n', '`startLine` and `endLine` go together'],
    ['ids.jsonl', '{"id": "1", "path": "a.md", "startLine": 3, "endLine": 2}\n', '`endLine` is before `startLine`'],
    ['ids.jsonl', '{"id": "1", "file": "a.md"}\n', 'ids.jsonl:1: '],
    ['ids.jsonl', '{"id": "1"\n', 'ids.jsonl:1: this line is not valid JSON'],
    ['ids.csv', 'id,path\n1,a.md\n2\n', 'ids.csv:3: this line is of another length'],
    ['ids.csv', 'id,path\n"a\nb",a.md\n3,\n', 'ids.csv:4: '],
    ['ids.csv', 'id,path,startLine,endLine\n1,a.md,0,4\n', 'ids.csv:2: '],
  ])('is refused with file and line: %s %j', async (file, text, message) => {
    await expect(read(file, text)).rejects.toThrow(message)
  })

  it('has to be there', async () => {
    await expect(readMapping('none.jsonl', temporaryFolder())).rejects.toThrow('none.jsonl: there is no such file')
  })
})
