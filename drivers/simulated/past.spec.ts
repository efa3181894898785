// Statistics that are recalled are those that would have been sampled.
import { expect, test } from 'vitest'
import type { Machine } from '../machines.ts'
import { makeSimulatedMachines } from './machines.ts'
import { makeMemoryMachines } from './machine-store.ts'
import { testingClock } from '../testing-clock.ts'

const disk = { id: 'disk', size: 2 ** 30, block_size: 4096, boot: true, read_only: false }
const spec = {
  id: 'machine',
  name: 'web',
  hostname: 'web',
  sled_id: 'sled',
  generation: 1,
  ncpus: 2,
  memory: 2 ** 30,
  disks: [disk],
  nics: [],
  ssh_public_keys: [],
  user_data: '',
}

function start(until = Infinity) {
  const clock = testingClock()
  const random = { bytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)) }
  const store = makeMemoryMachines(until)
  return { clock, driver: makeSimulatedMachines({ clock, random, store }) }
}

test('a machine that runs, has stopped, and started again', async () => {
  const { clock, driver } = start()
  await driver.ensure(spec as never)
  await clock.advance(60_000)
  const then = clock.now().getTime()
  const sampled = await driver.statistics('machine')
  await driver.stop('machine')
  await clock.advance(10_000)
  const off = clock.now().getTime()
  await driver.remove('machine')
  await driver.ensure({ ...spec, generation: 2 } as never)
  await clock.advance(60_000)

  const [first, between, now] = await driver.recall!.machine('machine', 'vcpus', [then, off, clock.now().getTime()])
  expect(first).toEqual({ id: 'machine', sled_id: 'sled', ...sampled, disks: [] })
  const [disks] = await driver.recall!.machine('machine', 'disks', [then])
  expect(disks!.disks).toEqual(sampled!.disks)
  expect(between).toBeUndefined()
  expect(now!.vcpus).toEqual((await driver.statistics('machine'))!.vcpus)
  const [readings] = await driver.recall!.sensors({ id: 'sled', threads: 64 }, [then])
  expect(readings!.map(({ id }) => id)).toEqual(['cpu', 'V0P96', 'hotswap', 'fans', 'air'])
  await driver.close()
})

test('a machine that failed ran until then, also after it was stopped and replaced', async () => {
  const { clock, driver } = start()
  await driver.ensure({ ...spec, name: 'fails-after-boot' } as never)
  await clock.advance(60_000)
  const [{ state, time_state_updated }] = (await driver.list()) as [Machine]
  expect(state).toBe('failed')
  const failed = time_state_updated.getTime()
  const recalled = async () => {
    const times = [failed - 1000, failed, failed + 1, clock.now().getTime() - 1]
    return (await driver.recall!.machine('machine', 'vcpus', times)).map((each) => each?.vcpus.length)
  }
  expect(await recalled()).toEqual([2, 2, undefined, undefined])
  await driver.stop('machine')
  await clock.advance(10_000)
  expect(await recalled()).toEqual([2, 2, undefined, undefined])
  await driver.ensure({ ...spec, generation: 2 } as never)
  await clock.advance(500)
  expect(await recalled()).toEqual([2, 2, undefined, undefined])
  await driver.close()
})

test('nothing is recalled from the moment on from which samples are stored', async () => {
  const until = testingClock().now().getTime() + 60_000
  const { clock, driver } = start(until)
  await driver.ensure(spec as never)
  await clock.advance(120_000)
  const recalled = async () => {
    const found = await driver.recall!.machine('machine', 'vcpus', [until, until + 5000])
    const sensors = await driver.recall!.sensors({ id: 'sled', threads: 64 }, [until, until + 5000])
    return [...found.map((each) => each?.vcpus.length), sensors.length]
  }
  expect(await recalled()).toEqual([2, undefined, 1])
  // a run that began before is kept when it ends, later ones are not
  for (const generation of [2, 3]) {
    await driver.ensure({ ...spec, generation } as never)
    await clock.advance(60_000)
    expect(await recalled()).toEqual([2, undefined, 1])
  }
  await driver.close()
})

test('without a store that recalls, a driver knows only the present', async () => {
  const driver = makeSimulatedMachines({ clock: testingClock(), random: { bytes: () => new Uint8Array(4) } })
  expect(await driver.list()).toEqual([])
  expect(driver.recall).toBeUndefined()
  await driver.close()
})
