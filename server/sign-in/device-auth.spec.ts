// Device login (RFC 8628) with an OAuth client library over HTTP.
import * as oauth from 'oauth4webapi'
import { expect, test } from 'vitest'
import { eachDatabase } from '#control/testing/databases.ts'
import { makeWorld } from '#control/testing/world.ts'
import { serveControl } from '../testing.ts'

const CLIENT_ID = '7f1e5a06-0c35-4d3c-9d1c-1d2f0d0e7a11'

eachDatabase(
  (_name, open) => {
    test('an OAuth client library logs in over HTTP', async () => {
      const world = await makeWorld(await open())
      const server = await serveControl(world.plane)
      try {
        const as: oauth.AuthorizationServer = {
          issuer: server.url,
          device_authorization_endpoint: `${server.url}/device/auth`,
          token_endpoint: `${server.url}/device/token`,
        }
        const client: oauth.Client = { client_id: CLIENT_ID }
        const plain = { [oauth.allowInsecureRequests]: true }
        const asked = await oauth.processDeviceAuthorizationResponse(
          as,
          client,
          await oauth.deviceAuthorizationRequest(as, client, oauth.None(), {}, plain),
        )
        expect(asked.verification_uri).toBe(`${server.url}/device/verify`)
        expect(asked.expires_in).toBe(300)
        const fetchToken = async () =>
          oauth.processDeviceCodeResponse(
            as,
            client,
            await oauth.deviceCodeGrantRequest(as, client, oauth.None(), asked.device_code, plain),
          )
        await expect(fetchToken()).rejects.toMatchObject({ error: 'authorization_pending', status: 400 })
        await world.admin.raw('POST', '/device/confirm', { user_code: asked.user_code })
        const { access_token, token_type } = await fetchToken()
        expect(token_type).toBe('bearer')
        const me = await oauth.protectedResourceRequest(
          access_token,
          'GET',
          new URL(`${server.url}/v1/me`),
          undefined,
          null,
          plain,
        )
        expect(await me.json()).toMatchObject({ display_name: 'admin', silo_name: 'recovery' })
      } finally {
        await server.close()
        await world.stop()
      }
    })
  },
  ['libsql'],
)
