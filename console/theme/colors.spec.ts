// Keeps colors.css equal to the Radix scales, because a hand-edited shade could lose its guaranteed contrast.
import * as radix from '@radix-ui/colors'
import { expect, test } from 'vitest'

const palette: Record<string, Record<string, string>> = { ...radix }
const scales = ['slate', 'iris', 'grass', 'sky', 'plum', 'amber', 'tomato'] as const

function block(selector: string, suffix: '' | 'Dark'): string {
  const lines = scales.flatMap((scale) => {
    const steps = palette[`${scale}${suffix}`] ?? {}
    return Object.entries(steps).map(([step, hex]) => `  --${step.replace(/(\d+)$/, '-$1')}: ${hex};`)
  })
  return `${selector} {\n${lines.join('\n')}\n}\n`
}

test('colors.css holds the Radix scales, light and dark', async () => {
  const css = `/* The Radix scales, written by colors.spec.ts (vitest -u): light on the root, dark by data-theme except on paper. */\n${block(':root', '')}@media not print {\n${block("[data-theme='dark']", 'Dark').replaceAll(/^(?=.)/gm, '  ')}}\n`
  await expect(css).toMatchFileSnapshot('./colors.css')
})
