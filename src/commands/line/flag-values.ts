import { InvalidArgumentError } from 'commander'

/** Readers of what stands after a flag. Each throws commander's error, which names the flag and what was found. */
export const flagValues = {
  number(text: string): number {
    const value = Number(text)
    if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It takes a number.')
    return value
  },

  count(text: string): number {
    if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError('It takes a whole number from 1 to 99999.')
    return Number(text)
  },

  pythonFunction(text: string): { module: string; name: string } {
    const [, module, name] = /^(?!.*\.py:)([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*):([A-Za-z_]\w*)$/.exec(text) ?? []
    if (module === undefined || name === undefined) {
      throw new InvalidArgumentError('It takes MODULE:FUNCTION without .py, such as search_app:find_chunks.')
    }
    return { module, name }
  },

  split(text: string): 'dev' | 'test' {
    if (text !== 'dev' && text !== 'test') throw new InvalidArgumentError('It takes dev or test.')
    return text
  },
}
