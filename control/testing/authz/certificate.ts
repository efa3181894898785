// Authorization test cases for certificates.
import type { certificate as operations } from '#contract/certificate.ts'
import { row, type Cases } from '../authz-row.ts'
import { ownSiloKeys } from '../authz-rules.ts'
import { must, type Prepared } from '../authz-world.ts'
import { anyPair } from '../certificates.ts'

const body = async (name: string) => ({ name, description: '', service: 'external_api', ...(await anyPair()) })

/** One in every silo with the same name, so that each actor requests their own. */
async function everywhere(w: Prepared) {
  const name = w.fresh('certificate')
  for (const admin of [w.owner, w.operator, w.people['other silo admin']])
    await must(admin, 'POST', '/v1/certificates', await body(name))
  return name
}

const at = (_: Prepared, name: string) => ({
  path: { certificate: name },
  hidden: `certificate with name "${name}"`,
})

export const certificate: Cases<keyof typeof operations> = {
  certificate_list: row({ rule: ownSiloKeys.list, call: () => ({}) }),
  certificate_create: row({
    rule: ownSiloKeys.list,
    call: async (w) => ({ body: await body(w.fresh('certificate')) }),
  }),
  certificate_view: row({ rule: ownSiloKeys.one, make: everywhere, call: at }),
  certificate_delete: row({ rule: ownSiloKeys.one, make: everywhere, call: at }),
}
