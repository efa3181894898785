// The machine behind an instance, for callers who can read it, and ending it without asking its guest.
import type { Answer } from '#contract/api.ts'
import type { instanceMachine as operations } from '#contract/instance-machine.ts'
import type { Machine } from '#drivers/machines.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import { driverErrorOf, reached } from '../frame/driver-error.ts'
import { findInstance, type InstanceRow } from '../frame/find-instance.ts'
import { beginStop } from './instance-actions.ts'
import { migrationOf } from './instance-migration.ts'
import { shownInstance } from './instance.ts'

export const instanceMachine = {
  async instance_machine_view(ctx, { path, query }) {
    const row = await findInstance(ctx, { ...path, ...query }, 'read')
    const machine = row.sled_id
      ? await reached(ctx.host.machines.find({ id: row.id, sled_id: row.sled_id }))
      : undefined
    const memory = machine && (await reached(ctx.host.machines.memory?.(machine) ?? Promise.resolve(undefined)))
    const isStopping = row.run_state === 'stopping'
    return {
      ssh: machine?.ssh ?? null,
      time_forced: (isStopping && machine?.time_forced?.toISOString()) || null,
      resize: row.resize,
      memory: memory ?? null,
      pause_reason: machine?.pause_reason ?? null,
      network_problem: machine?.network_problem ?? null,
      has_old_network: machine?.has_old_network ?? false,
      has_old_cpu: machine?.has_old_cpu ?? false,
      ...(await changedDevices(ctx, row, machine)),
    }
  },

  instance_force_stop: {
    async outside(ctx, { path, query }) {
      const row = await ctx.write(async (inside) =>
        beginStop(inside, inside.subject(await findInstance(inside, { ...path, ...query }, 'modify'))),
      )
      await endMove(ctx, row)
      await endMachine(ctx, row)
      return shownInstance(row)
    },
  },
} satisfies Handlers<keyof typeof operations>

/** A machine that moves cannot be ended. If it has arrived all the same, it is ended there too. */
async function endMove(ctx: Ctx, row: InstanceRow): Promise<void> {
  const { migrations, db } = ctx.host
  const migration = await migrationOf(db.read, row.id)
  if (!migrations || !row.sled_id || !migration || migration.time_ended !== null) return
  const at = { id: row.id, sled_id: row.sled_id }
  const { id, to_sled_id } = migration
  await reached(migrations.cancel(at, to_sled_id, id)).catch((error: unknown) => {
    // another server is at work on it, and soon finds that nobody wants it any more
    if (driverErrorOf(error) !== 'busy') throw error
  })
  const found = await reached(migrations.find(at, to_sled_id, id))
  if (found?.state === 'completed') await endMachine(ctx, { ...row, sled_id: to_sled_id })
}

/** The driver remembers that it is forced. If the host does not answer, the reconciler still stops it, by asking the guest. */
async function endMachine({ host }: Ctx, { id, sled_id, generation }: InstanceRow): Promise<void> {
  if (sled_id) await reached(host.machines.stop({ id, sled_id }, generation, { force: true }))
}

type Changed = Pick<
  Answer<'instance_machine_view'>,
  'missing_disks' | 'missing_interfaces' | 'diverted_disks' | 'removed_disks' | 'resized_disks'
>

const NOTHING: Changed = {
  missing_disks: [],
  missing_interfaces: [],
  diverted_disks: [],
  removed_disks: [],
  resized_disks: [],
}

/** What somebody has changed on the host, behind our back: what the instance has and its machine has not. */
async function changedDevices({ db, host }: Ctx, row: InstanceRow, machine: Machine | undefined): Promise<Changed> {
  // the machine of another start has the devices of that one
  if (row.run_state !== 'running' || machine?.generation !== row.generation || !machine.devices) return NOTHING
  const { disks, interfaces } = machine.devices
  const [wantedDisks, wantedInterfaces, sizes] = await Promise.all([
    db
      .selectFrom('disk')
      .select(['id', 'name', 'size'])
      .where('instance_id', '=', row.id)
      .where('disk_state', '=', 'attached')
      .orderBy('name')
      .execute(),
    db
      .selectFrom('network_interface')
      .select(['id', 'name'])
      .where('instance_id', '=', row.id)
      .where('plug', 'is', null)
      .orderBy('name')
      .execute(),
    reached(host.machines.diskSizes?.(machine) ?? Promise.resolve(undefined)),
  ])
  return {
    missing_disks: named(wantedDisks, (id) => !disks.some((disk) => disk.id === id)),
    missing_interfaces: interfaces ? named(wantedInterfaces, (id) => !interfaces.includes(id)) : [],
    diverted_disks: named(wantedDisks, (id) => disks.some((disk) => disk.id === id && disk.is_diverted)),
    removed_disks: named(wantedDisks, (id) => disks.some((disk) => disk.id === id && disk.is_removed)),
    // one that grows now is not there yet
    resized_disks: wantedDisks.flatMap(({ id, name, size: wanted }) => {
      const size = sizes?.get(id) ?? wanted
      return size > wanted ? [{ name, size }] : []
    }),
  }
}

const named = (wanted: readonly { id: string; name: string }[], isMeant: (id: string) => boolean) =>
  wanted.filter(({ id }) => isMeant(id)).map(({ name }) => name)
