// Authorization test cases for service accounts.
import type { serviceAccount as operations } from '#contract/service-account.ts'
import { row, type Cases } from '../authz-row.ts'
import { onSilo, special } from '../authz-rules.ts'
import { must, type Prepared } from '../authz-world.ts'

const inSilo = (w: Prepared) => ({ query: { silo: w.silo.name }, hidden: `silo with name "${w.silo.name}"` })
const body = (w: Prepared) => ({ name: w.fresh('account'), description: '' })
const created = (w: Prepared) => must(w.owner, 'POST', '/rackwright/service-accounts', body(w))
const at = (id: string) => ({ path: { service_account: id }, hidden: `service-account with id "${id}"` })

const administers = (...[standing]: Parameters<typeof onSilo.administer.outcome>) =>
  onSilo.administer.outcome(standing) === 'allow'
const one = special(onSilo.administer.name, administers, administers)

export const serviceAccount: Cases<keyof typeof operations> = {
  service_account_list: row({ rule: onSilo.administer, call: inSilo }),
  service_account_create: row({ rule: onSilo.administer, call: (w) => ({ ...inSilo(w), body: body(w) }) }),
  service_account_delete: row({ rule: one, make: created, call: (_, { id }) => at(id) }),
  service_account_token_create: row({
    rule: one,
    make: created,
    call: (_, { id }) => ({ ...at(id), body: { name: 'a token' } }),
  }),
}
