// Invitations of people who are to become local users. Whoever has the link chooses how to sign in, once.
import { table, text, time, uuid } from '../../define.ts'

export const invitation = table(
  'invitation',
  {
    /** Also the ID of the user that it makes. */
    id: uuid(),
    silo_id: uuid().references('silo', 'cascade'),
    external_id: text(),
    /** On the silo. */
    role: text<'viewer' | 'collaborator' | 'admin'>().nullable(),
    token_hash: text(),
    /** It ends with them. */
    inviter_id: uuid().references('silo_user', 'cascade'),
    time_created: time(),
    time_expires: time(),
  },
  {
    primary: ['id'],
    unique: [['silo_id', 'external_id'], ['token_hash']],
    index: [['silo_id', 'id'], ['inviter_id']],
  },
)
