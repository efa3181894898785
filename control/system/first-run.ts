// Initializes an empty database: the built-in silos, the first silo with its administrator, an empty rack. inventory.ts records
// the hardware.
import { UNLIMITED_QUOTA } from '#contract/limits.ts'
import { FLEET_ID } from '../frame/authz.ts'
import type { Database } from '../db/database.ts'
import { SERVICE_POOL } from '../network/ip-pool.ts'
import type { Clock } from '../frame/ports/clock.ts'
import type { Random } from '../frame/ports/host.ts'
import type { Passwords } from '../frame/ports/secrets.ts'
import { BUILT_IN_SILOS } from '#contract/built-in-silos.ts'
import { BUILT_IN_USERS } from '../people/user-builtin.ts'
import { FIRST_SILO } from '../frame/first-silo.ts'

export interface FirstRun {
  db: Database
  clock: Clock
  random: Random
  passwords: Passwords
  /** The password of the administrator, who cannot log in without one: see first-login.ts. */
  password?: string | undefined
}

export const FIRST_USER = 'admin'

/** Does nothing if the database is already initialized. */
export async function firstRun(given: FirstRun): Promise<void> {
  const { db, clock, random, passwords, password } = given
  const known = await db.read.selectFrom('silo').select('id').limit(1).executeTakeFirst()
  if (known) return

  const password_hash = password === undefined ? null : await passwords.hash(password)
  const now = clock.now().toISOString()
  const times = { time_created: now, time_modified: now }
  const silo_id = random.uuid()
  const identity_id = random.uuid()
  const rack_id = random.uuid()

  await db.transaction(async (tx) => {
    // another replica may have been faster
    if (await tx.selectFrom('silo').select('id').limit(1).executeTakeFirst()) return
    const hidden = { ...times, discoverable: false, identity_mode: 'local_only' as const, mapped_fleet_roles: {} }
    const first = {
      ...hidden,
      id: silo_id,
      name: FIRST_SILO,
      description: 'The first silo, for its administrators',
      discoverable: true,
    }
    await tx
      .insertInto('silo')
      .values([...BUILT_IN_SILOS.map((silo) => ({ ...hidden, ...silo })), first])
      .execute()
    const silo_ids = [...BUILT_IN_SILOS.map((silo) => silo.id), silo_id]
    await tx
      .insertInto('silo_quota')
      .values(silo_ids.map((id) => ({ silo_id: id, ...UNLIMITED_QUOTA })))
      .execute()
    await tx
      .insertInto('silo_usage')
      .values(silo_ids.map((id) => ({ silo_id: id, cpus: 0, memory: 0, storage: 0 })))
      .execute()
    await tx
      .insertInto('silo_user')
      .values({ id: identity_id, silo_id, external_id: FIRST_USER, password_hash, ...times })
      .execute()
    const grant = { identity_type: 'silo_user', identity_id, role_name: 'admin' }
    await tx
      .insertInto('role_assignment')
      .values([
        { resource_type: 'fleet', resource_id: FLEET_ID, ...grant },
        { resource_type: 'silo', resource_id: silo_id, ...grant },
        ...BUILT_IN_USERS.map(({ id, role }) => ({
          resource_type: 'fleet',
          resource_id: FLEET_ID,
          identity_type: 'user_builtin',
          identity_id: id,
          role_name: role,
        })),
      ])
      .execute()
    await tx
      .insertInto('rack')
      .values({ id: rack_id, ...times })
      .execute()
    await tx
      .insertInto('ip_pool')
      .values({ ...SERVICE_POOL, ...times })
      .execute()
    await tx
      .insertInto('allow_list')
      .values({ id: random.uuid(), allowed_ips: { allow: 'any' }, ...times })
      .execute()
    await tx
      .insertInto('target_release')
      .values({ generation: 1, release_source: { type: 'unspecified' }, time_requested: now })
      .execute()
  })
}
