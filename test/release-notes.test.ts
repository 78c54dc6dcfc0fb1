import { describe, expect, it } from 'vitest'
import { releaseNotes } from '../scripts/release-notes.ts'

const changelog = `# Changelog

## [Unreleased]

## [1.2.0] - 2026-03-01
### Added
- A thing.

## [1.1.0] - 2026-02-01

## [1.0.0]
- First.

[1.2.0]: a-link
`

describe('releaseNotes', () => {
  it('gives the section of the tagged version alone', () => {
    expect(releaseNotes('v1.2.0', '1.2.0', changelog)).toBe('### Added\n- A thing.\n')
  })

  it('refuses a tag that is not the version of the package', () => {
    expect(() => releaseNotes('v1.2.1', '1.2.0', changelog)).toThrow('package.json has version 1.2.0')
  })

  it('refuses a version without notes, without a section or without a date', () => {
    expect(() => releaseNotes('v1.1.0', '1.1.0', changelog)).toThrow('is empty')
    expect(() => releaseNotes('v1.3.0', '1.3.0', changelog)).toThrow('no section')
    expect(() => releaseNotes('v1.0.0', '1.0.0', changelog)).toThrow('no date')
  })
})
