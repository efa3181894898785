// Silos: isolated tenants.
import { z } from 'zod'
import { CertificateCreate } from './certificate.ts'
import { byNameOrId, list, type Operations } from './define.ts'
import { FleetRole, SiloRole } from './policy.ts'
import { SiloQuotasCreate } from './quota.ts'
import { NameOrId, identity, maybe, naming, setOf } from './values.ts'

/** Holders of this role on the silo also hold these on the fleet. */
const mappedRoles = z.partialRecord(SiloRole, setOf(FleetRole))

export const SiloIdentityMode = z.enum(['saml_jit', 'local_only'])
export const Silo = z.object({
  ...identity,
  discoverable: z.boolean(),
  identity_mode: SiloIdentityMode,
  mapped_fleet_roles: mappedRoles,
})

export const SiloCreate = z.object({
  ...naming,
  admin_group_name: maybe(z.string()),
  discoverable: z.boolean(),
  identity_mode: SiloIdentityMode,
  mapped_fleet_roles: mappedRoles.default({}),
  quotas: SiloQuotasCreate,
  tls_certificates: z.array(CertificateCreate),
})

const at = { path: { silo: NameOrId } }

export const silo = {
  silo_list: list(Silo, byNameOrId),
  silo_create: { body: SiloCreate, status: 201, answer: Silo },
  silo_view: { ...at, status: 200, answer: Silo },
  silo_delete: { ...at, status: 204 },
} satisfies Operations<'silo'>
