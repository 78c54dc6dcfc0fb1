import { expect, test } from 'vitest'
import { wordParts } from '../../src/analysis/word-parts.ts'

test.each([
  ['getUserName', ['get', 'User', 'Name']],
  ['get_user_name', ['get', 'user', 'name']],
  ['get-user-name', ['get', 'user', 'name']],
  ['__init__', ['init']],
  ['MAX_VALUE', ['MAX', 'VALUE']],
  ['HTMLParser', ['HTML', 'Parser']],
  ['parseHTML', ['parse', 'HTML']],
  ['sha256', ['sha', '256']],
  ['utf8Decoder', ['utf', '8', 'Decoder']],
  ['3.5', ['3', '5']],
  ['plain', ['plain']],
  ['Größe', ['Größe']],
  ['ÉtatCivil', ['État', 'Civil']],
])('the parts of %s', (token, parts) => {
  expect(wordParts(token)).toEqual(parts)
})

test.each([
  ["Turing's", ['Turing']],
  ['don’t', ['don']],
  ["they'll", ['they']],
  ["l'amour", ['l', 'amour']],
  ["rock'n'roll", ['rock', 'n', 'roll']],
])('of %s the English short form is left out, other words are parted', (token, parts) => {
  expect(wordParts(token)).toEqual(parts)
})
