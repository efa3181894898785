// Authorization test cases for device login.
import type { deviceAuth as operations } from '#contract/device-auth.ts'
import { row, type Cases } from '../authz-row.ts'
import { anyone, signedIn } from '../authz-rules.ts'
import { must, type Prepared } from '../authz-world.ts'

const client_id = '7f1e5a06-0c35-4d3c-9d1c-1d2f0d0e7a11'
const headers = { 'content-type': 'application/x-www-form-urlencoded' }
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

async function waiting({ world }: Prepared) {
  const { body } = await world.anonymous.raw('POST', '/device/auth', form({ client_id }), headers)
  return body as { device_code: string; user_code: string }
}

async function confirmed(w: Prepared) {
  const { device_code, user_code } = await waiting(w)
  await must(w.owner, 'POST', '/device/confirm', { user_code })
  return device_code
}

export const deviceAuth: Cases<keyof typeof operations> = {
  device_auth_request: row({ rule: anyone, call: () => ({ body: form({ client_id }), headers }) }),
  device_auth_confirm: row({
    rule: signedIn,
    make: waiting,
    call: (_, { user_code }) => ({ body: { user_code } }),
  }),
  device_access_token: row({
    rule: anyone,
    make: confirmed,
    call: (_, device_code) => {
      const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
      return { body: form({ grant_type, device_code, client_id }), headers }
    },
  }),
}
