// The colors of series: in both themes they differ from each other, from the colors of states, and enough from the page.
import * as radix from '@radix-ui/colors'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { seriesColors } from './series-colors.tsx'

const css = readFileSync(join(import.meta.dirname, '../theme/theme.css'), 'utf8')
const [light = '', dark = ''] = css.split('@media not print')
const palette: Record<string, Record<string, string>> = { ...radix }

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
const luminance = (hex: string) => {
  const [r = 0, g = 0, b = 0] = channels(hex).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (one: string, other: string) => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}
const distance = (one: string, other: string) =>
  Math.hypot(...channels(one).map((channel, at) => channel - channels(other)[at]!))

describe.each([
  ['light', light, '', '#fcfcfd'],
  ['dark', dark, 'Dark', '#111113'],
])('%s', (_name, block, suffix, page) => {
  const colors = seriesColors.map((name) => new RegExp(`${name}: (#[0-9a-f]{6});`).exec(block)?.[1] ?? '')
  const states = ['grass', 'sky', 'plum', 'amber', 'tomato'].map((scale) => palette[scale + suffix]![`${scale}9`]!)

  test('all of them are distinct', () => {
    for (const [at, color] of colors.entries())
      for (const other of [...colors.slice(at + 1), ...states])
        expect(distance(color, other), `${color} and ${other}`).toBeGreaterThan(0.1)
  })

  test('all of them stand out from the page', () => {
    for (const color of colors) expect(contrast(color, page), color).toBeGreaterThanOrEqual(3)
  })
})
