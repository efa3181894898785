// Creates an instance with its disks, interfaces, addresses, keys and groups in one transaction, then starts it. A failed start
// does not undo the rest.
import { MAX_DISKS } from '#contract/limits.ts'
import type { Input } from '#contract/api.ts'
import { antiAffinityGroups } from './anti-affinity-group.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import { attachDisk } from './disk-attachment.ts'
import { createDiskIn } from '../storage/disk-create.ts'
import { findDisk } from '../storage/disk.ts'
import { Failure, invalidRequest, isUuid } from '../frame/errors.ts'
import { attachExternalIps } from '../network/external-ip.ts'
import { newIdentity, uniquely } from '../frame/identity.ts'
import { beginStart, changeState } from './instance-actions.ts'
import { associateKeys } from './instance-ssh-key.ts'
import { checkSize } from './instance-size.ts'
import { shownInstance } from './instance.ts'
import { findProject, type ProjectRow } from '../frame/lookup.ts'
import { createInterfaces } from '../network/network-interface.ts'
import { allocateSnat } from '../network/snat.ts'
import type { InstanceRow } from '../frame/find-instance.ts'

type Body = Input<'instance_create'>['body']
type DiskAttachment = Body['disks'][number]

export const instanceCreate = {
  async instance_create(ctx, { query, body }) {
    const project = await findProject(ctx, query.project, 'create_child')
    checkSize(body)
    const wanted = body.boot_disk ? [body.boot_disk, ...body.disks] : body.disks
    if (wanted.length > MAX_DISKS) throw invalidRequest(`cannot attach more than ${MAX_DISKS} disks to instance`)

    const row = ctx.subject(await insert(ctx, project, body))
    const disks: string[] = []
    for (const each of wanted) disks.push(await addDisk(ctx, project, row, each))
    await createInterfaces(ctx, row, body.network_interfaces)
    await allocateSnat(ctx, row)
    await attachExternalIps(ctx, row, body.external_ips)
    await associateKeys(ctx, row, body.ssh_public_keys)
    await joinGroups(ctx, project, row, body.anti_affinity_groups)

    const boot_disk_id = body.boot_disk ? disks[0]! : null
    const made = await changeState(ctx, row, 'stopped', { boot_disk_id })
    return shownInstance(body.start ? await tryStart(ctx, made) : made)
  },
} satisfies Handlers<'instance_create'>

function insert(ctx: Ctx, project: ProjectRow, body: Body): Promise<InstanceRow> {
  const { ncpus, memory, hostname, user_data, auto_restart_policy } = body
  const row = {
    ...newIdentity(ctx, body),
    ncpus,
    memory,
    hostname,
    user_data,
    auto_restart_policy,
    project_id: project.id,
    silo_id: project.silo_id,
    run_state: 'creating' as const,
    time_run_state_updated: ctx.now,
    generation: 0,
  }
  return uniquely(
    'instance',
    body.name,
    ctx.db.insertInto('instance').values(row).returningAll().executeTakeFirstOrThrow(),
  )
}

async function addDisk(ctx: Ctx, project: ProjectRow, row: InstanceRow, wanted: DiskAttachment): Promise<string> {
  const disk =
    wanted.type === 'create'
      ? await createDiskIn(ctx, project, wanted)
      : await findDisk(ctx, { disk: wanted.name, project: project.id }, 'modify')
  await attachDisk(ctx, row, disk)
  return disk.id
}

async function joinGroups(ctx: Ctx, project: ProjectRow, row: InstanceRow, selectors: string[]): Promise<void> {
  const joined = new Set<string>()
  for (const selector of new Set(selectors)) {
    const group = await antiAffinityGroups.find(
      ctx,
      { anti_affinity_group: selector, project: isUuid(selector) ? undefined : project.id },
      'modify',
    )
    if (joined.has(group.id)) continue
    joined.add(group.id)
    await antiAffinityGroups.addMember(ctx, group, row)
  }
}

/** A start refused for lack of capacity leaves the instance stopped, with the reason. */
export async function tryStart(ctx: Pick<Ctx, 'host' | 'db' | 'now' | 'poke'>, row: InstanceRow): Promise<InstanceRow> {
  try {
    const started = await beginStart(ctx, row)
    ctx.poke('instance')
    return started
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return changeState(ctx, row, row.run_state, { failure_reason: error.message })
  }
}
