// What a policy covers: instances with all their disks, and disks that no instance has.
import type { Wire } from '#contract/api.ts'
import { hasLabel } from '#contract/checks.ts'
import { matchesName } from '#contract/protection-schedule.ts'
import type { Queries, RowOf } from '../../db/database.ts'

export type Covers = Wire<'ProtectionCovers'>

export interface Resource {
  noun: 'instance' | 'disk'
  id: string
  name: string
  labels: string[] | null
  disks: readonly Pick<RowOf<'disk'>, 'id' | 'name' | 'labels'>[]
}

/** Instances without disks are left out: there is nothing to copy. */
export async function resourcesOf(db: Queries, project_id: string): Promise<Resource[]> {
  const disks = await db
    .selectFrom('disk')
    .select(['id', 'name', 'labels', 'instance_id'])
    .where('project_id', '=', project_id)
    .orderBy('name')
    .execute()
  const instances = await db
    .selectFrom('instance')
    .select(['id', 'name', 'labels'])
    .where('project_id', '=', project_id)
    .orderBy('name')
    .execute()
  const found = new Map<string, Resource & { disks: typeof disks }>(
    instances.map((instance) => [instance.id, { noun: 'instance', ...instance, disks: [] }]),
  )
  for (const disk of disks) {
    const instance = found.get(disk.instance_id ?? '')
    if (instance) instance.disks.push(disk)
    else found.set(disk.id, { noun: 'disk', id: disk.id, name: disk.name, labels: disk.labels, disks: [disk] })
  }
  return [...found.values()].filter((resource) => resource.disks.length > 0)
}

/** A disk that is chosen by itself is covered with the instance that has it. */
export function isCovered(covers: Covers, { noun, id, name, labels, disks }: Resource): boolean {
  switch (covers.kind) {
    case 'all':
      return true
    case 'name':
      return [name, ...disks.map((disk) => disk.name)].some((each) => matchesName(covers.pattern, each))
    case 'label':
      return [labels, ...disks.map((disk) => disk.labels)].some((each) => hasLabel(each ?? [], covers.label))
    case 'chosen':
      return (
        (noun === 'instance' && covers.instances.includes(id)) || disks.some((disk) => covers.disks.includes(disk.id))
      )
  }
}
