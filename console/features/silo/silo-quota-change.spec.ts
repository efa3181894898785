import { expect, test } from 'vitest'
import { UNLIMITED_QUOTA } from '#contract/limits.ts'
import { GiB } from '../../util/format.ts'
import { changedQuotas, limitValues } from './silo-quota-change.ts'

const quotas = { cpus: 64, memory: 2.5 * GiB, storage: UNLIMITED_QUOTA.storage }
const unlimited = { cpus: false, memory: false, storage: true }

test('fields show whole GiB, and nothing for no limit', () => {
  expect(limitValues(quotas)).toEqual({ cpus: 64, memory: 2, storage: NaN, unlimited })
})

test('only changed quotas are sent', () => {
  const before = limitValues(quotas)
  expect(changedQuotas(before, before)).toEqual({})
  expect(changedQuotas(before, { ...before, cpus: 8 })).toEqual({ cpus: 8 })
  expect(
    changedQuotas(before, { ...before, memory: 4, storage: 10, unlimited: { ...unlimited, storage: false } }),
  ).toEqual({ memory: 4 * GiB, storage: 10 * GiB })
})

test('only the checkbox removes a limit', () => {
  const before = limitValues(quotas)
  const free = { ...before, unlimited: { ...unlimited, cpus: true } }
  expect(changedQuotas(before, free)).toEqual({ cpus: UNLIMITED_QUOTA.cpus })
  expect(changedQuotas(before, { ...before, cpus: NaN })).not.toEqual({ cpus: UNLIMITED_QUOTA.cpus })
})
