// Goes to a page of the console as a link does, because loading the document anew takes several times as long; and signs out.
import type { Page } from '@playwright/test'
import { expect } from './harness.ts'

let count = 0

/** Returns when the page there is on screen, with all that it loads. */
export async function navigate(page: Page, path: string): Promise<void> {
  const frame = page.locator('[data-entry]')
  const before = (await frame.getAttribute('data-entry')) ?? ''
  await page.evaluate(
    ([to, idx]) => {
      history.pushState({ key: `tour-${idx}`, idx }, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    },
    [path, ++count] as const,
  )
  await expect(frame).not.toHaveAttribute('data-entry', before)
  await expect(page.locator('[aria-busy=true], [data-shape]')).toHaveCount(0)
}

/** Signs the browser out without telling the server. An open page would go to the login page by itself, at any moment. */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.context().clearCookies()
}
