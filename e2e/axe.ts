// Asks axe about the page as it stands, in both themes.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from '@playwright/test'
import { expect } from './harness.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export async function expectAccessible(page: Page): Promise<void> {
  // evaluated, not added as a script: the content security policy refuses inline scripts
  await page.evaluate(source)
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => void (document.documentElement.dataset.theme = name), theme)
    // a colour on its way from one theme to the other is neither
    await page.evaluate(() => Promise.all(document.getAnimations().map((motion) => motion.finished)))
    const violations = await page.evaluate(async () => {
      const { axe } = globalThis as unknown as { axe: { run(): Promise<AxeResults> } }
      const results = await axe.run()
      return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
    })
    expect(violations, theme).toEqual([])
  }
}
