import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Secrets } from '../src/secrets.ts'

const SECRET = 'k<e>y "1" & more/+'

describe('secrets', () => {
  it.each([
    ['as it is', SECRET],
    ['in JSON', JSON.stringify({ key: SECRET })],
    ['in an address', `https://host/?key=${encodeURIComponent(SECRET)}`],
    ['in HTML', '<p>k&lt;e&gt;y &quot;1&quot; &amp; more/+</p>'],
    ['in the header of a log-in', `Basic ${Buffer.from(SECRET).toString('base64')}`],
  ])('are kept out of a text, %s', (_, text) => {
    const secrets = new Secrets()
    secrets.add(SECRET)
    const redacted = secrets.redact(text)
    expect(redacted).toContain('***')
    for (const part of ['1" & more', 'more%2F', '&amp; more', Buffer.from(SECRET).toString('base64')]) {
      expect(redacted).not.toContain(part)
    }
  })

  it('leave a text alone that holds none of them', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 6 }), fc.string(), (secret, text) => {
        const secrets = new Secrets()
        secrets.add(secret)
        const redacted = secrets.redact(text)
        expect(redacted.includes(secret.trim()) && secret.trim().length >= 6).toBe(false)
        if (!redacted.includes('***')) expect(redacted).toBe(text)
      }),
    )
  })

  it('are told on, each once, also without the line break at the end of a file', () => {
    const told: string[] = []
    const secrets = new Secrets((value) => told.push(value))
    secrets.add('sk-123456\n')
    secrets.add('sk-123456\n')
    expect(told).toEqual(['sk-123456\n', 'sk-123456'])
    expect(secrets.redact('key sk-123456!')).toBe('key ***!')
  })

  it('are not looked for where they are too short to mean anything', () => {
    const secrets = new Secrets()
    for (const value of ['', ' ', 'test', ' test ']) secrets.add(value)
    expect(secrets.redact('a test')).toBe('a test')
  })

  it('are taken out whole where one holds another', () => {
    const secrets = new Secrets()
    secrets.add('abcdef')
    secrets.add('abcdef-more')
    expect(secrets.redact('abcdef-more abcdef')).toBe('*** ***')
  })

  it('are kept out of every file', () => {
    const secrets = new Secrets()
    secrets.add('sk-123456')
    expect([
      ...secrets.redactAll(
        new Map([
          ['a.json', '"sk-123456"'],
          ['b', 'c'],
        ]),
      ),
    ]).toEqual([
      ['a.json', '"***"'],
      ['b', 'c'],
    ])
  })
})
