// A server that gives each silo an address of its own.
import { makeAuthority } from '#control/testing/certificates.ts'
import { fillCertificate } from '../helpers/certificate.ts'
import { expect, PASSWORD, test } from '../helpers/harness.ts'
import { startEmpty } from '../helpers/hosts.ts'

test('silos with an address need a certificate', { tag: ['@server', '@core'] }, async ({ page, unique }) => {
  const name = unique('addressed')
  // the console is not at an address of a silo
  const server = await startEmpty(PASSWORD, '--dns-suffix', 'cloud.example')
  await page.goto(`${server.url}/login/recovery/local?redirect_uri=/system/silos-new`)
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  const form = page.getByRole('dialog', { name: 'Create silo' })
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByRole('button', { name: 'Create silo' }).click()
  await expect(form.getByText('Add at least one TLS certificate')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Add TLS certificate' })).toBeFocused()
  await form.getByRole('button', { name: 'Add TLS certificate' }).click()
  const leaf = await (await makeAuthority()).leaf({ names: [`${name}.sys.cloud.example`, 'front.example'] })
  await fillCertificate(page, 'own', leaf)
  await page.getByRole('dialog').last().getByRole('button', { name: 'Add certificate' }).click()
  await expect(form.getByText('Add at least one TLS certificate')).toBeHidden()
  await form.getByRole('button', { name: 'Create silo' }).click()
  await page.getByRole('link', { name: 'New provider' }).click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('okta')
  await expect(page.getByText(`https://${name}.sys.cloud.example/login/${name}/saml/okta`)).toBeVisible()
  // leave the page, which would report errors when the server stops
  await page.goto('about:blank')
  await server.stop()
})
