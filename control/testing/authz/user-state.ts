// Authorization test cases for disabling and deleting users.
import type { userState as operations } from '#contract/user-state.ts'
import { row, type Cases } from '../authz-row.ts'
import { onSilo } from '../authz-rules.ts'
import type { Prepared } from '../authz-world.ts'
import { ofUser, somebody } from './access-token.ts'

const inSilo = (w: Prepared) => ({ query: { silo: w.silo.name }, hidden: `silo with name "${w.silo.name}"` })

export const userState: Cases<keyof typeof operations> = {
  user_state_list: row({ rule: onSilo.administer, call: inSilo }),
  user_state_view: row({ rule: onSilo.administer, make: somebody, call: ofUser }),
  user_state_update: row({
    rule: onSilo.administer,
    make: somebody,
    call: (w, user) => ({ ...ofUser(w, user), body: { enabled: false } }),
  }),
  user_delete: row({ rule: onSilo.administer, make: somebody, call: ofUser }),
}
