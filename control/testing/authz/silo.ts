// Authorization test cases for silos.
import type { silo as operations } from '#contract/silo.ts'
import type { utilization } from '#contract/utilization.ts'
import { row, type Cases } from '../authz-row.ts'
import { actors, onFleet, onSilo, signedIn, standings } from '../authz-rules.ts'
import { makeSilo, makeUser, must, standIn, type Call, type Named, type Prepared } from '../authz-world.ts'

export const atSilo = ({ name }: Named) => ({ path: { silo: name }, hidden: `silo with name "${name}"` })

/** A silo without projects, with users in the roles that the actors hold in `w.silo`. */
async function emptySilo(w: Prepared) {
  const made = await makeSilo(w.operator, w.fresh('silo'))
  const as: NonNullable<Call['as']> = {}
  const role_assignments = []
  for (const actor of actors.filter((each) => standings[each]?.member)) {
    const { id, person } = await makeUser(w.world, made.name, actor.replaceAll(' ', '-'))
    as[actor] = await standIn(w, actor, person)
    const role_name = standings[actor]?.silo
    if (role_name) role_assignments.push({ identity_type: 'silo_user', identity_id: id, role_name })
  }
  await must(w.operator, 'PUT', `/v1/system/silos/${made.name}/policy`, { role_assignments })
  return { made, as }
}

export const silo: Cases<keyof typeof operations | keyof typeof utilization> = {
  silo_list: row({ rule: onFleet('viewer'), call: () => ({}) }),
  silo_create: row({
    rule: onFleet('collaborator'),
    call: (w) => ({
      body: {
        name: w.fresh('silo'),
        description: '',
        discoverable: true,
        identity_mode: 'local_only',
        quotas: { cpus: 1, memory: 1, storage: 1 },
        tls_certificates: [],
      },
    }),
  }),
  silo_view: row({ rule: onSilo.read, call: (w) => atSilo(w.silo) }),
  silo_delete: row({ rule: onSilo.modify, make: emptySilo, call: (_, { made, as }) => ({ ...atSilo(made), as }) }),
  utilization_view: row({ rule: signedIn, call: () => ({}) }),
  silo_utilization_list: row({ rule: onFleet('viewer'), call: () => ({}) }),
  silo_utilization_view: row({ rule: onSilo.read, call: (w) => atSilo(w.silo) }),
}
