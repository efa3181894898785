// A real OpenID Connect provider, whose login page takes any name and password.
import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page } from '@playwright/test'
import { Provider } from 'oidc-provider'
import { call } from './api.ts'

export const CLIENT = { client_id: 'rackwright', client_secret: 'browser-tests' }

const newKey = () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }
}

/** `site` is the address of the console. */
export async function startProvider(site: string, silo: string, name: string) {
  let answer: ReturnType<Provider['callback']>
  const server = createServer((request, response) => void answer(request, response)).unref()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  /** With another key than before. */
  function rotate(): void {
    const provider = new Provider(issuer, {
      clients: [
        {
          ...CLIENT,
          redirect_uris: [`${site}/login/${silo}/oidc/${name}`],
          post_logout_redirect_uris: [`${site}/login`],
        },
      ],
      scopes: ['openid', 'groups'],
      claims: { openid: ['sub'], groups: ['groups'] },
      findAccount: (_, accountId) => ({
        accountId,
        claims: () => ({ sub: accountId, groups: ['operators', 'staff'] }),
      }),
      jwks: { keys: [newKey()] },
      cookies: { keys: ['browser tests'] },
    })
    answer = provider.callback()
  }
  rotate()
  return { issuer, rotate, stop: () => server.close() }
}

/** At the login and consent pages of the provider. */
export async function signInThere(page: Page, name: string): Promise<void> {
  await page.locator('input[name=login]').fill(name)
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** A silo whose users sign in with identity providers. */
export async function makeExternalSilo(context: BrowserContext, name: string): Promise<void> {
  const body = { description: '', discoverable: true, identity_mode: 'saml_jit', tls_certificates: [] }
  await call(context, 'POST', '/v1/system/silos', { name, ...body, quotas: { cpus: 1, memory: 1, storage: 1 } })
}
