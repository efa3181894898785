// Silos: the rack's tenants, each with its own users.
import type { Wire } from '#contract/api.ts'
import { boolean, integer, json, table, text, time, uuid } from '../define.ts'

type Role = 'viewer' | 'collaborator' | 'admin'

export const silo = table(
  'silo',
  {
    id: uuid(),
    name: text(),
    description: text(),
    discoverable: boolean(),
    identity_mode: text<Wire<'SiloIdentityMode'>>(),
    mapped_fleet_roles: json<Partial<Record<Role, Role[]>>>(),
    time_created: time(),
    time_modified: time(),
    /** Limits the lifetime of new access tokens. */
    device_token_max_ttl_seconds: integer().nullable(),
    /** From then on, local users without a second factor can do nothing but set one up. */
    time_second_factor_required: time().nullable(),
    /** Characters that every new password of a local user must have, whoever sets it. */
    min_password_length: integer().nullable(),
    /** How long what is deleted can be restored. Zero: not at all; null: as long as contract/limits.ts says. */
    deleted_retention_seconds: integer().nullable(),
  },
  { primary: ['id'], unique: [['name']] },
)

/** Silos that completed their first steps. The steps themselves are derived from existing resources. */
export const first_steps = table(
  'first_steps',
  {
    silo_id: uuid().references('silo', 'cascade'),
    outcome: text<'finished' | 'dismissed'>(),
    time_ended: time(),
  },
  { primary: ['silo_id'] },
)
