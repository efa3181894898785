// Restores a point in time as a new instance: a clone of the instance as it is now, with disks as they were then.
import type { Handlers } from '../../frame/context.ts'
import { findInstance } from '../../frame/find-instance.ts'
import { invalidRequest } from '../../frame/errors.ts'
import { findProject } from '../../frame/lookup.ts'
import { beginCopy, type CopiedDisk } from '../instance-clone/begin.ts'
import { shownClones } from '../instance-clone/instance-clone.ts'
import { disksOfPoint, findPoint, type PointDisk } from './recovery-point.ts'

export const restorePoint = {
  async recovery_point_restore(ctx, { path, body }) {
    const point = await findPoint(ctx, path.point, 'read')
    const project = await findProject(ctx, point.project_id, 'create_child')
    if (point.noun !== 'instance') throw invalidRequest('only a point in time of an instance can be restored as one')
    const source = await findInstance(ctx, { instance: point.resource_id }, 'read')
    const disks = await disksOfPoint(ctx.db, point)
    // points of earlier versions do not say which disk it was
    const knowsBoot = disks.some(({ is_boot }) => is_boot)
    const copied = disks.map((each) => copyOf(each, knowsBoot ? each.is_boot : each.disk?.id === source.boot_disk_id))
    const description = body.description ?? `${source.name} as of ${minuteOf(point.time_created)}`
    const row = ctx.subject(await beginCopy(ctx, project, source, { ...body, description }, copied))
    ctx.poke('instance-clone', 'storage')
    return (await shownClones(ctx, [row]))[0]!
  },
} satisfies Handlers<'recovery_point_restore'>

const copyOf = ({ snapshot, disk, name }: PointDisk, is_boot: boolean): CopiedDisk => ({
  name,
  description: disk?.description ?? '',
  // a disk that has grown since then was smaller
  size: snapshot.size,
  labels: disk?.labels ?? null,
  is_boot,
  snapshot_id: snapshot.id,
  is_own: false,
})

/** `2026-01-31 03:30 UTC` */
const minuteOf = (time: string) => `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`
