import { z } from 'zod'

const path = z.string().min(1)

export const queriesSchema = z
  .union([
    path,
    z.strictObject({
      beir: path.describe('Path of a BEIR `queries.jsonl`.'),
      qrels: path.describe('Path of its judgments, for example `qrels/test.tsv`; TREC qrels work too.'),
    }),
  ])
  .describe('The eval set: the path of a JSONL file, or `{ beir: queries.jsonl, qrels: qrels/test.tsv }`.')
