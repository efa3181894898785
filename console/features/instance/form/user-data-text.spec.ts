// The check and the presets of user data.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_USER_DATA_BYTES } from '#contract/limits.ts'
import { presetsFor } from './user-data-presets.ts'
import { problemOf, withPreset } from './user-data-text.ts'

test.each([
  ['', undefined],
  ['#cloud-config\n', undefined],
  ['#cloud-config\npackages:\n  - git\n', undefined],
  ['#!/bin/sh\nif [ {\n', undefined],
  ['packages: [git]\n', 'Line 1, column 1: begin with #cloud-config, or with #! for a script.'],
  ['#cloud-config\n- git\n', 'Line 2, column 1: expected keys such as "packages:".'],
  ['#cloud-config\npackages: git\n', 'packages: expected a list, with a line that begins with "-" for each entry.'],
  [`#cloud-config\na: ${'['.repeat(20_000)}`, 'The text is nested more than 50 levels deep.'],
])('checks %j', (text, problem) => {
  expect(problemOf(text)).toBe(problem)
})

test('names the line and the column of a mistake', () => {
  expect(problemOf('#cloud-config\npackages:\n  - git\n\t- curl\n')).toMatch(/^Line 4, column \d+: /)
  expect(problemOf('#cloud-config\nusers: []\nusers: []\n')).toMatch(/^Line 3, column 1: /)
})

test('refuses more than fits, counted in bytes, before it reads it', () => {
  expect(problemOf(`#cloud-config\n# ${'é'.repeat(MAX_USER_DATA_BYTES / 2)}`)).toContain('32 KiB or less')
})

test('deep lists are refused before the parser reads them', () => {
  expect(problemOf(`#cloud-config\na:\n ${'- '.repeat(14_000)}x`)).toContain('nested more than')
})

test('aliases are not multiplied', () => {
  const levels = Array.from({ length: 40 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]`)
  expect(problemOf(`#cloud-config\na0: &a0 [x]\n${levels.join('\n')}\n`)).toBeUndefined()
})

test('any text gets an answer', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const problem = problemOf(`#cloud-config\n${text}`)
      expect(problem === undefined || problem.length > 0).toBe(true)
    }),
  )
})

const presets = presetsFor(['ssh-ed25519 AAAA me'])

test('every preset, and all of them together, pass the check; repeating one changes nothing', () => {
  let all = ''
  for (const { config } of presets) {
    expect(problemOf(withPreset('', config))).toBeUndefined()
    all = withPreset(all, config)
    expect(withPreset(all, config)).toBe(all)
  }
  expect(problemOf(all)).toBeUndefined()
  expect(all.match(/^packages:/gm)).toHaveLength(1)
  expect(all).toContain('docker.io')
  expect(all).toContain('htop')
})

test('a preset keeps what was written, with comments', () => {
  const text = '#cloud-config\n# ours\nhostname: web\npackages:\n  - nginx # the proxy\n'
  const next = withPreset(text, { packages: ['git'] })
  expect(next).toContain('# ours')
  expect(next).toContain('- nginx # the proxy')
  expect(next).toContain('- git')
  expect(problemOf(next)).toBeUndefined()
})
