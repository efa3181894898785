// Addresses that members want alerts at, and whether whoever reads their mail has confirmed it.
import { integer, table, text, time, uuid } from '../../define.ts'

export const member_address = table(
  'member_address',
  {
    silo_user_id: uuid().references('silo_user', 'cascade'),
    address: text(),
    time_confirmed: time().nullable(),
    /** Until when an address from before there were confirmations gets alerts without one. */
    grace_until: time().nullable(),
    /** The hash of the token in the last e-mail. It works once. */
    token_hash: text().nullable(),
    time_expires: time().nullable(),
    /** When to send the e-mail, or to try again. Null if none has to be sent. */
    time_due: time().nullable(),
    /** When it was asked for, and how often it could not be sent since. */
    time_requested: time(),
    attempts: integer(),
    time_sent: time().nullable(),
    /** E-mails asked for since this time. Their number is limited. */
    mails: integer(),
    mails_since: time(),
    time_created: time(),
  },
  {
    primary: ['silo_user_id', 'address'],
    unique: [['token_hash']],
    index: [{ columns: ['time_due'], where: 'time_due is not null', name: 'member_address_due_index' }],
  },
)
