// Failed logins, counted by user, by address and by both, so that guessing slows down on all replicas at once.
import { boolean, integer, table, text, time } from '../define.ts'

export const login_attempt = table(
  'login_attempt',
  {
    key: text(),
    failures: integer(),
    /** No attempt is looked at before. */
    time_allowed: time(),
    time_expires: time(),
    /** This user has logged in from this address. */
    known: boolean(),
  },
  { primary: ['key'], index: [['time_expires']] },
)
