import { expect, test } from 'vitest'
import { GiB } from '../../../util/format.ts'
import { quotaProblem } from './quota-problem.ts'
import type { InstanceValues } from './values.ts'

const values: Partial<InstanceValues> = { start: true, hardwareTab: 'general', preset: '2/8', bootSize: 10 }
const quota = (cpus: number, memory: number, storage: number) => ({
  capacity: { cpus: cpus + 1, memory: (memory + 1) * GiB, storage: (storage + 1) * GiB },
  provisioned: { cpus: 1, memory: GiB, storage: GiB },
})

test('no problem when exactly enough is left', () => {
  expect(quotaProblem(values, quota(2, 8, 10))).toBeUndefined()
})

test('too few vCPUs or too little memory: created, not started', () => {
  expect(quotaProblem(values, quota(1, 8, 10))?.title).toBe('Not enough vCPUs in the silo quota')
  expect(quotaProblem(values, quota(1, 7, 10))?.title).toBe('Not enough vCPUs and memory in the silo quota')
  expect(quotaProblem(values, quota(1, 7, 10))?.text).toContain('not started')
  expect(quotaProblem({ ...values, start: false }, quota(1, 7, 10))).toBeUndefined()
})

test('too little storage: cannot be created, started or not', () => {
  const problem = { title: 'Not enough storage in the silo quota', text: expect.stringContaining('cannot be created') }
  expect(quotaProblem({ ...values, start: false }, quota(2, 8, 9))).toEqual(problem)
})

test('an attached disk takes no storage, however full the quota is', () => {
  expect(quotaProblem({ ...values, bootTab: 'disk' }, quota(2, 8, 0))).toBeUndefined()
})
