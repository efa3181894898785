// Authorization test cases for users.
import type { user as operations } from '#contract/user.ts'
import { row, type Cases } from '../authz-row.ts'
import { onSilo, signedIn } from '../authz-rules.ts'
import type { Prepared } from '../authz-world.ts'
import { ofUser, somebody } from './access-token.ts'

const inSilo = (w: Prepared) => ({ query: { silo: w.silo.name }, hidden: `silo with name "${w.silo.name}"` })

export const user: Cases<keyof typeof operations> = {
  user_list: row({ rule: signedIn, call: () => ({}) }),
  user_view: row({ rule: onSilo.read, make: somebody, call: ofUser }),
  silo_user_list: row({ rule: onSilo.read, call: inSilo }),
  silo_user_view: row({
    rule: onSilo.read,
    call: (w) => ({ ...inSilo(w), path: { user_id: w.ids['no role']! } }),
  }),
  local_idp_user_create: row({
    rule: onSilo.administer,
    call: (w) => ({
      ...inSilo(w),
      body: { external_id: w.fresh('user'), password: { mode: 'password', value: 'a secret word' } },
    }),
  }),
  local_idp_user_delete: row({
    rule: onSilo.administer,
    make: somebody,
    call: (w, { id }) => ({ ...inSilo(w), path: { user_id: id } }),
  }),
  local_idp_user_set_password: row({
    rule: onSilo.administer,
    make: somebody,
    call: (w, { id }) => ({ ...inSilo(w), path: { user_id: id }, body: { mode: 'password', value: w.fresh('new') } }),
  }),
}
