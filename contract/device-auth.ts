// Device login (RFC 8628), for devices without a browser. Requests are forms, and responses follow that standard.
import { z } from 'zod'
import { TokenLifetime, TokenName } from './access-token.ts'
import { numeric, type Operations } from './define.ts'
import { uuid } from './values.ts'

export const DeviceAccessTokenRequest = z.object({ client_id: uuid, device_code: z.string(), grant_type: z.string() })
export const DeviceAuthRequest = z
  .object({
    client_id: uuid,
    // additions of ours, which the published document does not have
    ttl_seconds: numeric(TokenLifetime).optional(),
    name: TokenName.optional(),
  })
  .meta({
    publish: { type: 'object', properties: { client_id: { type: 'string', format: 'uuid' } }, required: ['client_id'] },
  })
export const DeviceAuthVerify = z.object({ user_code: z.string() })

export const deviceAuth = {
  device_auth_request: { body: DeviceAuthRequest, status: 200, raw: true },
  device_auth_confirm: { body: DeviceAuthVerify, status: 204 },
  device_access_token: { body: DeviceAccessTokenRequest, status: 200, raw: true },
} satisfies Operations<'device_auth'>
