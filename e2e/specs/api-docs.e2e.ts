// The API reference at /docs/api: every operation of the contract, in both themes, under the content security policy.
import { descriptions } from '#contract/descriptions.ts'
import { published, type OperationId } from '#contract/operations.ts'
import { expect, test } from '../helpers/harness.ts'

const DARK_BACKGROUND = 'rgb(17, 17, 19)'

test.describe('the API reference @server', () => {
  test.use({ stranger: true })

  test('lists every operation and describes one', { tag: '@core' }, async ({ page }) => {
    await page.goto('/docs/api')
    const operations = page.locator('.nav-bar-path')
    await expect(operations.filter({ hasText: descriptions.ping })).toHaveCount(1)
    const listed = new Set((await operations.allTextContents()).map((text) => text.trim()))
    const missing = Object.keys(published).filter((each) => !listed.has(descriptions[each as OperationId]))
    expect(missing).toEqual([])
    await page.getByText('ssh key', { exact: true }).click()
    await operations.filter({ hasText: descriptions.current_user_ssh_key_create }).click()
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
