// The first password can be missed, so it is replaced until it has been used.
import { expect, test } from 'vitest'
import { eachDatabase } from '../testing/databases.ts'
import { makeWorld, PASSWORD } from '../testing/world.ts'
import { resetPassword } from '../people/login/reset-password.ts'
import { renewFirstLogin } from './first-login.ts'

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

eachDatabase((_name, open) => {
  test('a new password until the first sign-in, none after that, and a failed sign-in does not count', async () => {
    const { host, login, anonymous } = await makeWorld(await open(), {}, 'nobody yet')
    const first = await renewFirstLogin(host)
    const second = await renewFirstLogin(host)
    expect(second).toMatchObject({ silo: 'recovery', user: 'admin' })
    expect(second?.password).not.toBe(first?.password)
    for (const password of [PASSWORD, first?.password])
      expect((await anonymous.raw('POST', '/v1/login/recovery/local', { username: 'admin', password })).status).toBe(
        401,
      )
    expect(await renewFirstLogin({ ...host, password: 'chosen' })).toMatchObject({ password: 'chosen' })
    await login('recovery', 'admin', 'chosen')
    expect(await renewFirstLogin(host)).toBeUndefined()
    await login('recovery', 'admin', 'chosen')
  })

  test('resetting a password ends sessions and tokens, and the audit log has it', async () => {
    const { host, admin, login, withToken } = await makeWorld(await open())
    const client_id = '00000000-0000-4000-8000-000000000001'
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const { body: asked } = await admin.raw('POST', '/device/auth', form({ client_id }), type)
    await admin.raw('POST', '/device/confirm', { user_code: asked.user_code })
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
    const fields = { grant_type, device_code: String(asked.device_code), client_id }
    const { body: granted } = await admin.raw('POST', '/device/token', form(fields), type)
    const device = withToken(String(granted.access_token))
    expect((await device.raw('GET', '/v1/me')).status).toBe(200)

    const password_hash = await host.passwords.hash('another')
    const reset = { user: 'admin', password_hash, now: host.clock.now() }
    expect(await resetPassword(host.db, { ...reset, silo: 'elsewhere' })).toBe(false)
    expect(await resetPassword(host.db, { ...reset, silo: 'recovery' })).toBe(true)
    for (const person of [admin, device]) expect((await person.raw('GET', '/v1/me')).status).toBe(401)
    const again = await login('recovery', 'admin', 'another')
    const { body } = await again.raw('GET', '/rackwright/audit?operation=local_idp_user_set_password')
    expect(body.items).toMatchObject([{ actor_id: null, target_name: 'admin', status: 204 }])
  })
})
