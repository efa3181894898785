// Finds instances that go back to a point in time.
import type { RowOf } from '../../db/database.ts'
import { makeFinder } from '../../frame/lookup.ts'

export type RollbackRow = RowOf<'instance_rollback'>

export const UNDER_WAY = ['stopping', 'copying', 'undoing'] as const

/** By ID only: an instance can have gone back several times. */
export const findRollback = makeFinder({
  table: 'instance_rollback',
  label: 'instance-rollback',
  param: 'rollback',
  idWith: 'when providing rollback as an ID, project should not be specified',
  nameWithout: 'rollback should be an ID',
})
