// Runs axe on the current page, in both themes. In the short run only the tour of every page does so, in one.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, ElementContext, RunOptions } from 'axe-core'
import type { Page } from '@playwright/test'
import { keepers } from './api.ts'
import { isShort } from './depth.ts'
import { expect } from './harness.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The themes differ only in colors. Those of the second are checked once per combination, which takes half the time. */
const THEMES: [theme: string, rules: string[] | undefined][] = [
  ['light', undefined],
  ['dark', ['color-contrast', 'link-in-text-block']],
]

/** Runs in the browser: an element with text for each combination of text style and backgrounds in each part of the page. */
function oneOfEachStyle(): Element[] {
  const found = new Map<string, Element>()
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- only the outer function is sent to the browser
  const backgroundsOf = (element: Element | null): string => {
    if (!element) return ''
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element)
    const isClear = backgroundColor === 'rgba(0, 0, 0, 0)' && backgroundImage === 'none' && opacity === '1'
    const own = isClear ? '' : `${backgroundColor} ${backgroundImage} ${opacity}, `
    return own + backgroundsOf(element.parentElement)
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement!
    if (!texts.currentNode.textContent?.trim() || !element.checkVisibility()) continue
    const { color, fontSize, fontWeight, textDecorationLine } = getComputedStyle(element)
    const part = element.closest('[role=dialog], [role=alertdialog], [role=menu], [role=tooltip], main, nav, header')
    const key = [part?.role ?? part?.tagName, color, fontSize, fontWeight, textDecorationLine, backgroundsOf(element)]
    if (!found.has(key.join())) found.set(key.join(), element)
  }
  return [...found.values()]
}

interface InPage {
  axe: { run(context: ElementContext, options: RunOptions): Promise<AxeResults> }
  oneOfEachStyle: typeof oneOfEachStyle
}

export async function expectAccessible(page: Page): Promise<void> {
  if (!isShort) await checkThemes(page, THEMES)
}

/** For the tour of every page. */
export const expectAccessibleOnTour = (page: Page) => checkThemes(page, isShort ? THEMES.slice(0, 1) : THEMES)

async function checkThemes(page: Page, chosen: typeof THEMES): Promise<void> {
  // axe is slow, and both hosts render the same console, so once is enough
  if (keepers.has(page.context())) return
  // evaluated, not added as a script: the content security policy refuses inline scripts
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  if (!(await page.evaluate(() => 'oneOfEachStyle' in globalThis)))
    await page.evaluate(`globalThis.oneOfEachStyle = ${oneOfEachStyle.toString()}`)
  const violations = await page.evaluate(async (themes) => {
    const { axe, oneOfEachStyle: sample } = globalThis as unknown as InPage
    const found: string[] = []
    for (const [theme, runOnly] of themes) {
      document.documentElement.dataset.theme = theme
      // wait for color transitions between themes
      await Promise.all(document.getAnimations().map((motion) => motion.finished))
      const context = runOnly ? { include: sample() } : document
      const results = await axe.run(context, { resultTypes: ['violations'], ...(runOnly && { runOnly }) })
      for (const { id, nodes } of results.violations)
        found.push(`${theme}, ${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
    }
    return found
  }, chosen)
  expect(violations).toEqual([])
}
