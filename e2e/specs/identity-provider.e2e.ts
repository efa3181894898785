// Connecting a SAML identity provider to a silo, and turning it off. Only on the server: the preview has no single sign-on.
import { makeIdp, makeKeyPair, providerBody } from '#control/testing/identity-provider.ts'
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { makeFleetViewer } from '../helpers/fleet.ts'
import { expect, test } from '../helpers/harness.ts'
import { forgetSession } from '../helpers/navigate.ts'
import { makeExternalSilo } from '../helpers/oidc-provider.ts'
import { signIn, signInByForm } from '../helpers/people.ts'
import { choose, row } from '../helpers/table.ts'

const metadataOf = (certificate: string) => `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example/metadata">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>
      <ds:X509Certificate>${certificate}</ds:X509Certificate>
    </ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/sso"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`

const der = (name: string, base64: string) => ({ name, mimeType: '', buffer: Buffer.from(base64, 'base64') })
const xml = (text: string) => ({ name: 'metadata.xml', mimeType: 'text/xml', buffer: Buffer.from(text) })

test(
  'create a provider from a file, after a preview of its metadata',
  { tag: ['@server', '@core'] },
  async ({ page, context, host, unique, watch, baseURL }) => {
    watch.expectStatus(400, 404)
    const silo = unique('sso')
    await makeExternalSilo(context, silo)
    const { signing_keypair } = await makeKeyPair('idp.example')
    await page.goto(`/system/silos/${silo}`)
    await page.getByRole('link', { name: 'New provider' }).click()
    const form = page.getByRole('dialog', { name: 'Create identity provider' })
    await form.getByRole('button', { name: 'Create provider' }).click()
    await expect(form.getByText('Service provider client ID is required')).toBeVisible()
    await expect(form.getByText('Metadata URL is required')).toBeVisible()
    await form.getByLabel('Name', { exact: true }).fill('corporate')
    await expect(form.getByText(`Users sign in at /login/${silo}/saml/corporate`)).toBeVisible()
    const acs = `${baseURL}/login/${silo}/saml/corporate`
    await expect(form.getByText(acs, { exact: true })).toBeVisible()
    await form.getByLabel('Technical contact email').fill('ops')
    await expect(form.getByText('Must be an email address')).toBeVisible()
    await form.getByLabel('Technical contact email').fill('ops@example.com')
    await form.getByLabel('Service provider client ID').fill('rackwright')
    await form.getByLabel('Single Logout (SLO) URL').fill('idp.example/slo')
    await expect(form.getByText('Must be a URL that begins with')).toBeVisible()
    await form.getByLabel('Single Logout (SLO) URL').fill('https://idp.example/slo')
    // by URL: first a refusal, then the metadata the server would fetch
    await form.getByLabel('Metadata URL').fill('http://127.0.0.1:1/metadata')
    await form.getByRole('button', { name: 'Show contents' }).click()
    const refusal = form.getByText('Unsupported value for "url"')
    await expect(refusal).toBeVisible()
    const document = metadataOf(signing_keypair.public_cert)
    await page.route('**/rackwright/saml-metadata?*', (route) => route.fulfill({ json: { document } }))
    await form.getByLabel('Metadata URL').fill('https://idp.example/metadata')
    await expect(refusal).toHaveCount(0)
    await form.getByRole('button', { name: 'Show contents' }).click()
    const contents = form.getByRole('region', { name: 'Metadata contents' })
    await expect(contents).toContainText('https://idp.example/sso')
    await expect(form.getByLabel('Entity ID', { exact: true })).toHaveValue('https://idp.example/metadata')
    await form.getByLabel('Metadata URL').fill('https://idp.example/other')
    await expect(contents).toHaveCount(0)
    await form.getByLabel('Entity ID', { exact: true }).fill('')
    await form.getByRole('radio', { name: 'XML file' }).check()
    await form.getByLabel('Metadata file').setInputFiles(xml('<html>'))
    await expect(form.getByText('it is not XML')).toBeVisible()
    await form.getByLabel('Metadata file').setInputFiles(xml('<html/>'))
    await expect(form.getByText('it has no EntityDescriptor')).toBeVisible()
    await form.getByLabel('Metadata file').setInputFiles(xml(document))
    await expect(contents).toContainText('https://idp.example/sso')
    await expect(contents).toContainText('CN=idp.example')
    await expect(form.getByLabel('Entity ID', { exact: true })).toHaveValue('https://idp.example/metadata')
    await form.getByLabel('Public certificate').setInputFiles(der('sp.der', signing_keypair.public_cert))
    await expect(form.getByRole('region', { name: 'Signing certificate contents' })).toContainText('CN=idp.example')
    await form.getByRole('button', { name: 'Create provider' }).click()
    await expect(form.getByText('Private key is required')).toBeVisible()
    await form.getByLabel('Private key').setInputFiles(der('sp.key', signing_keypair.private_key))
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Create provider' }).click()

    const view = page.getByRole('dialog', { name: 'Identity provider' })
    await expect(view).toContainText(acs)
    await expect(view.getByRole('button', { name: 'Copy ACS URL' })).toBeVisible()
    await expect(view.getByRole('button', { name: 'Copy Entity ID' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('table', { name: 'Identity providers' })).toContainText('corporate')
    await expect(page.getByRole('table', { name: 'Identity providers' })).toContainText('SAML')

    const viewer = unique('watcher')
    await makeFleetViewer(context, viewer)
    await signIn(page, host, 'recovery', viewer, `/system/silos/${silo}/idps/saml/corporate`)
    await expect(page.getByRole('dialog', { name: 'Identity provider' })).toContainText(acs)
    await page.goto(`/system/silos/${silo}/idps-new`)
    await page.getByRole('dialog').getByRole('button', { name: 'Create provider' }).hover()
    await expect(page.getByText('You need the fleet admin role. Yours is viewer.')).toBeVisible()
  },
)

test(
  'an administrator signs in with a password and turns off a provider that is broken, and on again',
  { tag: '@server' },
  async ({ page, context, host, browser, baseURL, unique }) => {
    const silo = unique('broken')
    await makeExternalSilo(context, silo)
    // nobody answers at its address
    const broken = providerBody(makeIdp(await makeKeyPair('idp.test')))
    await call(context, 'POST', `/v1/system/identity-providers/saml?silo=${silo}`, broken)
    const visitor = await browser.newContext({ baseURL: baseURL! })
    const theirs = await visitor.newPage()

    async function expectOffered(isOffered: boolean) {
      await theirs.goto('/login?choose')
      await expect(theirs.getByRole('textbox', { name: /silo/i })).toBeVisible()
      await expect(theirs.getByRole('listitem').filter({ hasText: silo })).toHaveCount(isOffered ? 1 : 0)
      const sent = await visitor.request.get(`/login/${silo}/saml/okta/redirect`, { maxRedirects: 0 })
      expect(sent.status()).toBe(isOffered ? 302 : 404)
    }

    await expectOffered(true)
    await forgetSession(page)
    await signInByForm(page, host, 'recovery', 'admin', `/system/silos/${silo}`)
    await choose(page, 'okta', 'Turn off')
    const question = page.getByRole('dialog', { name: 'Turn off identity provider' })
    await expect(question).toContainText(
      'Sessions that it opened end, and access tokens that they created are revoked.',
    )
    await question.getByRole('button', { name: 'Turn off' }).click()
    await expect(page.getByText('Identity provider okta turned off')).toBeVisible()
    await expect(row(page, 'okta')).toContainText('turned off')
    await expectOffered(false)
    await choose(page, 'okta', 'Turn on')
    await expect(row(page, 'okta')).not.toContainText('turned off')
    await expectOffered(true)
    await visitor.close()
  },
)
