import { z } from 'zod'

/** The settings of a `graph` strategy, with their defaults. */
export const graphSchema = z.strictObject({
  of: z.string().min(1).describe('The strategy whose hits are the anchors.'),
  chat: z
    .string()
    .min(1)
    .optional()
    .describe('What lists the things that each chunk names: an entry of `chats`. Without it, no model is asked.'),
  anchors: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(100)
    .describe('How many hits are expanded, each by its score, whatever is asked for; those below follow as they are.'),
  hops: z.int().min(1).max(4).default(2).describe('How many ties away from an anchor a chunk may be.'),
  decay: z.number().min(0.001).max(0.999).default(0.5).describe('What is left of a score at each hop.'),
})

export type GraphSettings = z.infer<typeof graphSchema>
