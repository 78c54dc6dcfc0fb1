import { describe, expect, it } from 'vitest'
import { ownPooling } from '../../../src/models/onnx/own-pooling.ts'

describe('what a model says of its pooling', () => {
  it.each([
    [{ pooling_mode: 'cls', embedding_dimension: 384 }, 'cls'],
    [{ pooling_mode: 'mean', include_prompt: true }, 'mean'],
    [{ pooling_mode_cls_token: true, pooling_mode_mean_tokens: false, include_prompt: true }, 'cls'],
    [{ pooling_mode_cls_token: false, pooling_mode_mean_tokens: true }, 'mean'],
    [{ word_embedding_dimension: 384 }, 'mean'],
  ])('is read in the form of each version: %j', (config, expected) => {
    expect(ownPooling(config)).toBe(expected)
  })

  it.each([
    [{ pooling_mode: 'lasttoken' }, 'lasttoken'],
    [{ pooling_mode: ['mean', 'max'] }, 'mean and max'],
    [{ pooling_mode_lasttoken: true, pooling_mode_mean_tokens: false }, 'lasttoken'],
    [{ pooling_mode_max_tokens: true, pooling_mode_mean_tokens: true }, 'max and mean'],
    [{ pooling_mode_mean_sqrt_len_tokens: true }, 'mean_sqrt_len'],
    [{ pooling_mode_weightedmean_tokens: true }, 'weightedmean'],
  ])('is never taken for another: %j', (config, other) => {
    expect(ownPooling(config)).toEqual({ other })
  })
})
