// Finds clones of instances.
import type { RowOf } from '../../db/database.ts'
import { makeFinder } from '../../frame/lookup.ts'

export type CloneRow = RowOf<'instance_clone'>

/** By ID only: several clones can have had the same name. */
export const findClone = makeFinder({
  table: 'instance_clone',
  label: 'instance-clone',
  param: 'clone',
  idWith: 'when providing clone as an ID, project should not be specified',
  nameWithout: 'clone should be an ID',
})
