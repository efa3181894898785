// Failed logins, counted by user, by address and by both, so that password guessing is throttled across replicas.
import { boolean, integer, table, text, time } from '../../define.ts'

export const login_attempt = table(
  'login_attempt',
  {
    key: text(),
    failures: integer(),
    /** Earlier attempts are refused without checking the password. */
    time_allowed: time(),
    time_expires: time(),
    /** This user has logged in from this address. */
    known: boolean(),
  },
  { primary: ['key'], index: [['time_expires']] },
)
