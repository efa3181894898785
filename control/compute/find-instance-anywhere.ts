// Finds an instance for operators: in any silo by its ID, or by name in a project that they can read.
import type { Ctx } from '../frame/context.ts'
import type { Role } from '../frame/authz.ts'
import { isUuid, notFound } from '../frame/errors.ts'
import { findInstance, type InstanceRow } from '../frame/find-instance.ts'
import { assertFleet } from '../frame/fleet.ts'

type Selector = Parameters<typeof findInstance>[1] & { instance: string; project?: string | undefined }

/** Callers without the role get 403, whether or not there is such an instance. */
export async function findInstanceAnywhere(ctx: Ctx, selector: Selector, role: Role): Promise<InstanceRow> {
  assertFleet(ctx, role)
  const { instance, project } = selector
  if (!isUuid(instance) || project !== undefined) return findInstance(ctx, selector, 'read')
  const row = await findInstance.load(ctx, instance)
  if (!row) throw notFound('instance', instance)
  return row
}
