import { z } from 'zod'

const SECRET_NAME = /key|token|secret|password|signature|credential/i

/** An address that a config may hold and a message may repeat: one with a password or a key in it is refused. */
export const address = z
  .url({ protocol: /^https?$/, error: 'an address that begins with http:// or https://' })
  .refine(isOpen, {
    error: 'an address without a password or a key in it: those belong in an environment variable (`apiKeyEnv`)',
  })

function isOpen(text: string): boolean {
  if (!URL.canParse(text)) return true
  const { username, password, searchParams } = new URL(text)
  return username === '' && password === '' && ![...searchParams.keys()].some((name) => SECRET_NAME.test(name))
}
