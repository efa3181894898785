// A host is known by the UUID of its libvirt, which is also the ID of its sled. Two hosts must not have the same one.
import type { HostCheck } from '#drivers/hosts.ts'
import type { Queries } from '../../db/database.ts'
import { placeOf, trustedOf, type HostRow } from './host-state.ts'

const IDENTITY_CHECK = 'identity'

interface Identity {
  /** Absent if nobody else has it. */
  check?: HostCheck
  /** A host with this identity was removed by force and has to end first what it runs. */
  isOccupied: boolean
}

/** A host that was removed by force with this identity takes the way to it. */
export async function claimIdentity(db: Queries, row: HostRow, sled_id: string): Promise<Identity> {
  const twins = await db
    .selectFrom('host')
    .selectAll()
    .where('sled_id', '=', sled_id)
    .where('id', '!=', row.id)
    .execute()
  const other = twins.find(({ time_removed }) => time_removed === null)
  if (other) return { check: taken(`The host at ${placeOf(other)} has the same UUID.`), isOccupied: false }
  const removed = twins.find(({ time_removed }) => time_removed !== null)
  if (removed) {
    // it may have been reinstalled, or have moved: the way to it is now this one
    const { id: _, user: login, key: host_key, ...place } = trustedOf(row)
    await db
      .updateTable('host')
      .set({ ...place, login, host_key })
      .where('id', '=', removed.id)
      .execute()
    return { isOccupied: true }
  }
  const sleds = db.selectFrom('sled').select('serial').where('id', '=', sled_id).where('policy_kind', '=', 'in_service')
  const sled = row.sled_id === sled_id ? undefined : await sleds.executeTakeFirst()
  if (sled) return { check: taken(`Sled ${sled.serial} has the same UUID.`), isOccupied: false }
  return { isOccupied: false }
}

const taken = (text: string): HostCheck => ({
  name: IDENTITY_CHECK,
  state: 'failed',
  text,
  remedy:
    'If it is the same machine, remove this host. If not, set another host_uuid in /etc/libvirt/libvirtd.conf (uuidgen prints one), restart libvirtd and check again.',
})

/** The driver may have noticed it too. */
export const withIdentity = (checks: readonly HostCheck[], check: HostCheck | undefined): HostCheck[] =>
  check ? [...checks.filter(({ name }) => name !== IDENTITY_CHECK), check] : [...checks]
