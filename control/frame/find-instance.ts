// Finds an instance and authorizes the caller. In the frame, because networks and disks refer to instances too.
import type { RowOf } from '../db/database.ts'
import { makeFinder } from './lookup.ts'

export type InstanceRow = RowOf<'instance'>

export const findInstance = makeFinder({
  table: 'instance',
  label: 'instance',
  param: 'instance',
  idWith: 'when providing instance as an ID project should not be specified',
  nameWithout: 'instance should either be UUID or project should be specified',
})
