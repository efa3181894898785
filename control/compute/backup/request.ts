// What a run of a protection policy sends to its backup target, written in the transaction that ends the run. The backup loop stores it.
import type { Queries } from '../../db/database.ts'
import type { InstanceDescription } from '../../db/tables/storage/backup-description.ts'
import type { Host } from '../../frame/context.ts'
import type { PolicyRow, RunRow } from '../protection-policy/run.ts'

const NO_TARGET = 'The silo no longer has the backup target of the policy. Choose another one, or none.'

/** Points whose snapshots were all taken. Others are problems of the run. Returns what is wrong with the target. */
export async function requestBackups(
  host: Host,
  db: Queries,
  policy: PolicyRow,
  run: RunRow,
): Promise<RunRow['problems']> {
  if (policy.backup_target_id === null) return []
  const repository = await db
    .selectFrom('backup_repository')
    .select(['id', 'target_id'])
    .where('target_id', '=', policy.backup_target_id)
    .where('silo_id', '=', policy.silo_id)
    .executeTakeFirst()
  // taken from the silo while the policy was deleted, and came back with its project
  if (!repository) return [{ name: policy.name, text: NO_TARGET, noun: null, resource_id: null }]
  const points = await db.selectFrom('recovery_point').selectAll().where('run_id', '=', run.id).execute()
  const projects = db.selectFrom('project').select('name').where('id', '=', policy.project_id)
  const { name: project_name } = await projects.executeTakeFirstOrThrow()
  for (const point of points) {
    const snapshots = await db.selectFrom('snapshot').selectAll().where('point_id', '=', point.id).execute()
    if (snapshots.length === 0 || snapshots.some(({ state }) => state !== 'ready')) continue
    const instance = point.noun === 'instance' ? await instanceOf(db, point.resource_id) : undefined
    const disks = await disksOf(
      db,
      snapshots.map(({ disk_id }) => disk_id),
    )
    const nameOf = (disk_id: string, otherwise: string) => disks.find(({ id }) => id === disk_id)?.name ?? otherwise
    const [first] = snapshots
    const id = host.random.uuid()
    await db
      .insertInto('backup')
      .values({
        id,
        repository_id: repository.id,
        target_id: repository.target_id,
        silo_id: policy.silo_id,
        project_id: policy.project_id,
        project_name,
        point_id: point.id,
        policy_id: policy.id,
        policy_name: policy.name,
        // one that was deleted meanwhile is kept as its disks
        noun: instance ? 'instance' : 'disk',
        resource_id: point.resource_id,
        resource_name: instance?.name ?? nameOf(first!.disk_id, first!.name),
        state: 'waiting',
        instance: instance ? await describe(db, instance) : null,
        size: snapshots.reduce((sum, { size }) => sum + size, 0),
        done: 0,
        time_created: point.time_taken ?? point.time_created,
      })
      .execute()
    for (const { id: snapshot_id, disk_id, name, size, block_size } of snapshots)
      await db
        .insertInto('backup_disk')
        .values({
          id: host.random.uuid(),
          backup_id: id,
          snapshot_id,
          name: nameOf(disk_id, name),
          size,
          block_size,
          is_boot: instance?.boot_disk_id === disk_id,
        })
        .execute()
  }
  return []
}

const instanceOf = (db: Queries, id: string) =>
  db.selectFrom('instance').selectAll().where('id', '=', id).executeTakeFirst()

const disksOf = (db: Queries, ids: readonly string[]) =>
  db.selectFrom('disk').select(['id', 'name']).where('id', 'in', ids).execute()

type Instance = NonNullable<Awaited<ReturnType<typeof instanceOf>>>

async function describe(db: Queries, instance: Instance): Promise<InstanceDescription> {
  const interfaces = await db
    .selectFrom('network_interface')
    .innerJoin('vpc', 'vpc.id', 'network_interface.vpc_id')
    .innerJoin('vpc_subnet', 'vpc_subnet.id', 'network_interface.subnet_id')
    .select(['network_interface.name', 'vpc.name as vpc', 'vpc_subnet.name as subnet'])
    .select('vpc_subnet.ipv4_block')
    .select(['network_interface.ip', 'network_interface.mac', 'network_interface.primary', 'network_interface.vpc_id'])
    .where('instance_id', '=', instance.id)
    .orderBy('network_interface.name')
    .execute()
  const vpcs = new Map(interfaces.map(({ vpc_id, vpc }) => [vpc_id, vpc]))
  const rules = vpcs.size
    ? await db
        .selectFrom('firewall_rule')
        .selectAll()
        .where('vpc_id', 'in', [...vpcs.keys()])
        .orderBy('name')
        .execute()
    : []
  const ssh_keys = await db
    .selectFrom('instance_ssh_key')
    .innerJoin('ssh_key', 'ssh_key.id', 'instance_ssh_key.ssh_key_id')
    .select(['ssh_key.name', 'ssh_key.public_key'])
    .where('instance_id', '=', instance.id)
    .orderBy('ssh_key.name')
    .execute()
  const { description, hostname, ncpus, memory, user_data, auto_restart_policy, labels } = instance
  return {
    description,
    hostname,
    ncpus,
    memory,
    user_data,
    auto_restart_policy,
    labels: labels ?? [],
    interfaces: interfaces.map(({ name, vpc, subnet, ipv4_block, ip, mac, primary }) => ({
      name,
      vpc,
      subnet,
      ipv4_block,
      ip,
      mac,
      primary,
    })),
    rules: rules.map(({ vpc_id, name, status, direction, targets, filters, action, priority, description: text }) => ({
      vpc: vpcs.get(vpc_id)!,
      name,
      rule: { description: text, status, direction, targets, filters, action, priority },
    })),
    ssh_keys,
  }
}

/** Points whose snapshots the backup loop still has to read. */
export async function pointsToStore(db: Queries, policy_id: string): Promise<Set<string>> {
  const rows = db.selectFrom('backup').select('point_id').where('policy_id', '=', policy_id)
  const waiting = await rows.where('state', 'in', ['waiting', 'storing']).execute()
  return new Set(waiting.map(({ point_id }) => point_id))
}
