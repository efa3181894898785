// Runs axe on the current page. The themes differ only in colors, so the second run checks only those.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from '@playwright/test'
import { keepers } from './api.ts'
import { expect } from './harness.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export async function expectAccessible(page: Page): Promise<void> {
  // axe is slow, and both hosts render the same console, so once is enough
  if (keepers.has(page.context())) return
  // evaluated, not added as a script: the content security policy refuses inline scripts
  await page.evaluate(source)
  for (const [theme, rules] of [
    ['light', undefined],
    ['dark', ['color-contrast', 'link-in-text-block']],
  ] as const) {
    await page.evaluate((name) => void (document.documentElement.dataset.theme = name), theme)
    // wait for color transitions between themes
    await page.evaluate(() => Promise.all(document.getAnimations().map((motion) => motion.finished)))
    const violations = await page.evaluate(async (only) => {
      const { axe } = globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }
      const results = await axe.run({ resultTypes: ['violations'], ...(only && { runOnly: [...only] }) })
      return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
    }, rules)
    expect(violations, theme).toEqual([])
  }
}
