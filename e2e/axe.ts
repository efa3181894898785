// Runs axe on the current page. The themes differ only in colors, so the second run checks only those.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from '@playwright/test'
import { keepers } from './api.ts'
import { expect } from './harness.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const THEMES: [theme: string, rules: string[] | undefined][] = [
  ['light', undefined],
  ['dark', ['color-contrast', 'link-in-text-block']],
]

export async function expectAccessible(page: Page): Promise<void> {
  // axe is slow, and both hosts render the same console, so once is enough
  if (keepers.has(page.context())) return
  // evaluated, not added as a script: the content security policy refuses inline scripts
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  const violations = await page.evaluate(async (themes) => {
    const { axe } = globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }
    const found: string[] = []
    for (const [theme, runOnly] of themes) {
      document.documentElement.dataset.theme = theme
      // wait for color transitions between themes
      await Promise.all(document.getAnimations().map((motion) => motion.finished))
      const results = await axe.run({ resultTypes: ['violations'], ...(runOnly && { runOnly }) })
      for (const { id, nodes } of results.violations)
        found.push(`${theme}, ${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
    }
    return found
  }, THEMES)
  expect(violations).toEqual([])
}
