// Authorization test cases for what operators manage in a silo: groups, certificates and the limit of access tokens.
import type { siloAuthSettings as settings } from '#contract/silo-auth-settings.ts'
import type { siloCertificate as certificates } from '#contract/silo-certificate.ts'
import type { siloDescription as descriptions } from '#contract/silo-description.ts'
import type { siloGroup as groups } from '#contract/silo-group.ts'
import { row, type Cases } from '../authz-row.ts'
import { onSilo, special } from '../authz-rules.ts'
import { must, type Prepared } from '../authz-world.ts'
import { anyPair } from '../certificates.ts'
import { atSilo } from './silo.ts'

export const siloGroup: Cases<keyof typeof groups> = {
  silo_group_list: row({ rule: onSilo.read, call: (w) => atSilo(w.silo) }),
}

export const siloDescription: Cases<keyof typeof descriptions> = {
  silo_description_update: row({
    rule: onSilo.modify,
    call: (w) => ({ ...atSilo(w.silo), body: { description: 'Rockets' } }),
  }),
}

export const siloAuthSettings: Cases<keyof typeof settings> = {
  silo_auth_settings_view: row({ rule: onSilo.read, call: (w) => atSilo(w.silo) }),
  silo_auth_settings_update: row({
    rule: onSilo.administer,
    call: (w) => ({ ...atSilo(w.silo), body: { device_token_max_ttl_seconds: null } }),
  }),
}

const body = async (name: string) => ({ name, description: '', service: 'external_api', ...(await anyPair()) })

async function added(w: Prepared) {
  const name = w.fresh('certificate')
  await must(w.operator, 'POST', `/rackwright/silos/${w.silo.name}/certificates`, await body(name))
  return name
}

export const siloCertificate: Cases<keyof typeof certificates> = {
  silo_certificate_list: row({
    rule: special(
      'silo: admin or fleet viewer',
      (s) => (s.member === true && s.silo === 'admin') || s.fleet !== undefined,
      (s) => s.member === true || s.fleet !== undefined,
    ),
    call: (w) => atSilo(w.silo),
  }),
  silo_certificate_create: row({
    rule: onSilo.administer,
    call: async (w) => ({ ...atSilo(w.silo), body: await body(w.fresh('certificate')) }),
  }),
  silo_certificate_delete: row({
    rule: onSilo.administer,
    make: added,
    call: ({ silo }, certificate) => ({ ...atSilo(silo), path: { silo: silo.name, certificate } }),
  }),
}
