// The API reference at /docs/api: every operation of the contract, in both themes, under the content security policy.
import { published } from '#contract/operations.ts'
import { expect, test } from '../helpers/harness.ts'

const DARK_BACKGROUND = 'rgb(17, 17, 19)'

test.describe('the API reference @server', () => {
  test.use({ stranger: true })

  test('lists every operation and describes one', async ({ page }) => {
    await page.goto('/docs/api')
    const operations = page.locator('.nav-bar-path', { hasText: /\b[A-Z]+ \// })
    await expect(operations).toHaveCount(Object.keys(published).length)
    await page.getByText('ssh key', { exact: true }).click()
    await operations.filter({ hasText: 'POST /v1/me/ssh-keys' }).click()
    await expect(page.getByText('SshKeyCreate', { exact: true }).first()).toBeVisible()
  })

  test('follows the theme', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto('/docs/api')
    await expect(page.locator('openapi-explorer')).toHaveCSS('background-color', DARK_BACKGROUND)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.reload()
    await expect(page.locator('openapi-explorer')).not.toHaveCSS('background-color', DARK_BACKGROUND)
  })
})
