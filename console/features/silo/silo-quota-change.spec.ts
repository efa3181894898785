import { expect, test } from 'vitest'
import { UNLIMITED_QUOTA } from '#contract/limits.ts'
import { GiB } from '../../util/format.ts'
import { changedQuotas, quotaValues } from './silo-quota-change.ts'

const quotas = { cpus: 64, memory: 2.5 * GiB, storage: UNLIMITED_QUOTA.storage }

test('fields show whole GiB, and nothing for no limit', () => {
  expect(quotaValues(quotas)).toEqual({ cpus: 64, memory: 2, storage: NaN })
})

test('only changed quotas are sent', () => {
  const before = quotaValues(quotas)
  expect(changedQuotas(before, before)).toEqual({})
  expect(changedQuotas(before, { ...before, cpus: 8 })).toEqual({ cpus: 8 })
  expect(changedQuotas(before, { ...before, memory: 4, storage: 10 })).toEqual({ memory: 4 * GiB, storage: 10 * GiB })
  expect(changedQuotas(before, { ...before, cpus: NaN })).toEqual({ cpus: UNLIMITED_QUOTA.cpus })
})
