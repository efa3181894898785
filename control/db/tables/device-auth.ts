// Pending device logins, and the tokens of confirmed devices. Only token hashes are stored.
import { table, text, time, uuid } from '../define.ts'

export const device_auth_request = table(
  'device_auth_request',
  {
    /** Hash of the token that the device code turns into once confirmed. */
    token_hash: text(),
    user_code: text(),
    client_id: uuid(),
    /** The requesting address: limits pending requests per address, so that one cannot fill the table. */
    address: text().nullable(),
    time_created: time(),
    time_expires: time(),
  },
  { primary: ['token_hash'], unique: [['user_code']], index: [['time_expires'], ['address', 'time_expires']] },
)

export const device_access_token = table(
  'device_access_token',
  {
    id: uuid(),
    token_hash: text(),
    client_id: uuid(),
    silo_user_id: uuid().references('silo_user', 'cascade'),
    time_requested: time(),
    time_created: time(),
  },
  { primary: ['id'], unique: [['token_hash']], index: [['silo_user_id', 'id']] },
)
