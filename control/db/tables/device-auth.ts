// Devices that wait for somebody to let them in, and the tokens of those that were. Tokens only as hashes.
import { table, text, time, uuid } from '../define.ts'

export const device_auth_request = table(
  'device_auth_request',
  {
    /** Of the token that the device's code will become once somebody lets it in. */
    token_hash: text(),
    user_code: text(),
    client_id: uuid(),
    /** Who asked: one address must not fill the table. */
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
