import { expect, test } from 'vitest'
import { GiB, TiB } from '../../util/format.ts'
import type { Sled, SledLoad } from '../sled/sled-queries.ts'
import { capacityOf } from './capacity.ts'

const sled = (id: string, provisionPolicy = 'provisionable') =>
  ({
    id,
    policy: { kind: 'in_service', provisionPolicy },
    usableHardwareThreads: 100,
    usablePhysicalRam: 10 * GiB,
  }) as Sled
const load = (id: string, cpus: number): SledLoad => ({
  id,
  cpus,
  usableCpus: 100,
  memory: cpus * GiB,
  instances: 1,
  projects: [],
  unreachable: null,
  timeClosed: null,
  host: null,
  architectures: null,
  space: null,
})

const nothing = { cpus: 0, memory: 0, storage: 0 }

test('70% of threads and memory and 90.9% of 32 TiB per sled can be planned with', () => {
  const { provided, provisioned, free, fits } = capacityOf([sled('a'), sled('b')], [load('a', 5)], {
    ...nothing,
    storage: TiB,
  })
  expect(provided).toEqual({ cpus: 200, memory: 20 * GiB, storage: 64 * TiB })
  expect(provisioned).toEqual({ cpus: 5, memory: 5 * GiB, storage: TiB })
  expect(free).toEqual({ cpus: 195, memory: 15 * GiB, storage: 63 * TiB })
  expect(fits.cpus).toBe(135)
  expect(fits.memory).toBeCloseTo(9 * GiB)
  expect(fits.storage / TiB).toBeCloseTo(64 * 0.909 - 1)
})

test('nothing more fits on a non-provisionable sled or beyond the limit', () => {
  const closed = capacityOf([sled('a', 'non_provisionable')], [load('a', 5)], nothing)
  expect(closed.fits).toMatchObject({ cpus: 0, memory: 0 })
  expect(closed.free.cpus).toBe(95)
  expect(capacityOf([sled('a')], [load('a', 90)], nothing).fits.cpus).toBe(0)
})

test('without loads of sleds, the sum over silos is what is provisioned', () => {
  const { provisioned, free, fits } = capacityOf([sled('a')], undefined, { cpus: 30, memory: 3 * GiB, storage: TiB })
  expect(provisioned).toEqual({ cpus: 30, memory: 3 * GiB, storage: TiB })
  expect(free.cpus).toBe(70)
  expect(fits.cpus).toBe(40)
})
