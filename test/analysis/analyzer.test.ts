import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Analyzer } from '../../src/analysis/analyzer.ts'
import { termsOfToken } from '../../src/analysis/terms-of-token.ts'

function terms(text: string, settings = { stemming: false, stopWords: false }): string[] {
  const analyzer = new Analyzer(settings)
  return Array.from(analyzer.analyze(text), (id) => analyzer.term(id))
}

describe('words', () => {
  test('are cut at spaces and punctuation and lower-cased', () => {
    expect(terms('The quick, brown “Fox” (2nd)!')).toEqual(['the', 'quick', 'brown', 'fox', '2', 'nd', '2nd'])
  })

  test('of every alphabet are kept', () => {
    expect(terms('Привет мир, γειά σου, שלום')).toEqual(['привет', 'мир', 'γεια', 'σου', 'שלום'])
  })

  test('beyond the basic plane are words too, and emoji are not', () => {
    expect(terms('𝐛𝐨𝐥𝐝 😀 𐐨𐐩')).toEqual(['bold', '𐐨𐐩'])
  })

  test('a lone surrogate ends a word and is no term', () => {
    expect(terms('one\ud800two \udc00three')).toEqual(['one', 'two', 'three'])
  })

  test('leave dots at their ends, and in names, behind', () => {
    expect(terms('End. node.js a.b')).toEqual(['end', 'node', 'js', 'a', 'b'])
  })

  test('longer than 255 characters are cut into several', () => {
    expect(terms('x'.repeat(600)).map((term) => term.length)).toEqual([255, 255, 90])
  })
})

describe('compounds', () => {
  test('give their parts and the whole, alike in every spelling', () => {
    const expected = ['get', 'user', 'name', 'getusername']
    expect(terms('getUserName')).toEqual(expected)
    expect(terms('get_user_name')).toEqual(expected)
    expect(terms('get-user-name')).toEqual(expected)
  })

  test('are not made by a hyphen at the edge', () => {
    expect(terms('--dry-run -x a- b')).toEqual(['dry', 'run', 'dryrun', 'x', 'a', 'b'])
  })

  test('of digits keep the number together beside its parts', () => {
    expect(terms('1,000.5 sha256')).toEqual(['1', '000', '5', '10005', 'sha', '256', 'sha256'])
  })
})

describe('English', () => {
  const english = { stemming: true, stopWords: true }

  test('is stemmed', () => {
    expect(terms('running databases', english)).toEqual(['run', 'databas'])
  })

  test('loses its stop words, whatever their case', () => {
    expect(terms('The house of THE rising', english)).toEqual(['hous', 'rise'])
  })

  test('meets a joined spelling through the stem of the whole', () => {
    expect(terms('data-bases', english)).toContain(terms('databases', english)[0])
  })

  test('leaves words with other letters or digits unstemmed', () => {
    expect(terms('naïves running2', { stemming: true, stopWords: false })).toEqual(['naiv', 'run', '2', 'running2'])
    expect(terms('бегущими', english)).toEqual(['бегущими'])
  })
})

describe('scripts without spaces', () => {
  test('give characters and overlapping pairs', () => {
    expect(terms('黑豹队')).toEqual(['黑', '豹', '黑豹', '队', '豹队'])
  })

  test('a single character stands alone', () => {
    expect(terms('（队）')).toEqual(['队'])
  })

  test('pair across kana and ideographs, and keep the long vowel mark', () => {
    expect(terms('食べる')).toEqual(['食', 'べ', '食べ', 'る', 'べる'])
    expect(terms('データ')).toEqual(['デ', 'ー', 'デー', 'タ', 'ータ'])
  })

  test('Korean pairs stay within a word', () => {
    expect(terms('한국 사람')).toEqual(['한', '국', '한국', '사', '람', '사람'])
  })

  test('change with Latin words run by run', () => {
    expect(terms('用React写UI')).toEqual(['用', 'react', '写', 'ui'])
  })

  test('beyond the basic plane count as one character each', () => {
    expect(terms('𠀀𠀁')).toEqual(['𠀀', '𠀁', '𠀀𠀁'])
  })
})

test('gives a term the same number in every text', () => {
  const analyzer = new Analyzer({ stemming: true, stopWords: true })
  const first = Array.from(analyzer.analyze('alpha beta'))
  const second = Array.from(analyzer.analyze('beta gamma alpha'))
  expect(second).toEqual([first[1], 2, first[0]])
  expect(analyzer.termCount).toBe(3)
})

test('what was analysed before does not change a text’s terms', () => {
  const used = new Analyzer({ stemming: true, stopWords: true })
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
      const again = Array.from(used.analyze(text), (id) => used.term(id))
      expect(again).toEqual(terms(text, { stemming: true, stopWords: true }))
    }),
  )
})

test('joining two texts by a line break joins their terms', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
      expect(terms(`${a}\n${b}`)).toEqual([...terms(a), ...terms(b)])
    }),
  )
})

test('makes of ASCII tokens what the rules for every script make of them', () => {
  const unit = fc.constantFrom(...'abYZz019-_.,')
  const word = fc.string({ unit, minLength: 1, maxLength: 14 })
  for (const settings of [
    { stemming: true, stopWords: true },
    { stemming: false, stopWords: false },
  ]) {
    const analyzer = new Analyzer(settings)
    fc.assert(
      fc.property(fc.oneof(word, fc.constantFrom('The-IT', 'toBeOr', 'HTTPServer2go', '_', 'v1.2')), (text) => {
        // The analyser leaves joiners at the edges out of a token, and cuts it at dots and commas between letters.
        const tokens = text.match(/(?:(?<=\d)[.,](?=\d)|(?<=[a-z0-9_])-(?=[a-z0-9_])|[a-z0-9_])+/gi) ?? []
        const expected = tokens.flatMap((token) => termsOfToken(token, settings))
        expect(Array.from(analyzer.analyze(text), (id) => analyzer.term(id))).toEqual(expected)
      }),
      { numRuns: 500 },
    )
  }
})
