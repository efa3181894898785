// Access tokens as newer clients know them. Our own operations tell more: see access-token.ts.
import { z } from 'zod'
import { byId, list, type Operations } from './define.ts'
import { maybe, timestamp, uuid } from './values.ts'

export const DeviceAccessToken = z.object({ id: uuid, time_created: timestamp, time_expires: maybe(timestamp) })

export const deviceAccessToken = {
  current_user_access_token_list: list(DeviceAccessToken, byId),
  current_user_access_token_delete: { path: { token_id: uuid }, status: 204 },
  user_token_list: list(DeviceAccessToken, byId, { path: { user_id: uuid } }),
} satisfies Operations<'device_access_token'>
