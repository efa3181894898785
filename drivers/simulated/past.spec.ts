// Statistics that are recalled are those that would have been sampled.
import { expect, test } from 'vitest'
import type { Machine } from '../machines.ts'
import { makeMemoryBlocks } from './blocks-memory.ts'
import { makeMemoryMachines } from './machine-store.ts'
import { makeSimulatedRack } from './rack.ts'
import { testingClock } from '../testing-clock.ts'

const volumes = makeMemoryBlocks(() => ({ update() {}, digest: () => '' }))
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
  const { machines: driver, recall } = makeSimulatedRack({ clock, random, sleds: 1, volumes, machineStore: store })
  return { clock, driver, recall: async () => (await recall.open())! }
}

test('a machine that runs, has stopped, and started again', async () => {
  const { clock, driver, recall } = start()
  await driver.ensure(spec as never)
  await clock.advance(60_000)
  const then = clock.now().getTime()
  const [sampled] = await driver.statistics('sled')
  await driver.stop(spec)
  await clock.advance(10_000)
  const off = clock.now().getTime()
  await driver.remove(spec)
  await driver.ensure({ ...spec, generation: 2 } as never)
  await clock.advance(60_000)

  const [first, between, now] = await (await recall()).machine('machine', 'vcpus', [then, off, clock.now().getTime()])
  expect(first).toEqual({ id: 'machine', sled_id: 'sled', ...sampled, disks: [] })
  const [disks] = await (await recall()).machine('machine', 'disks', [then])
  expect(disks!.disks).toEqual(sampled!.disks)
  expect(between).toBeUndefined()
  expect(now!.vcpus).toEqual((await driver.statistics('sled'))[0]!.vcpus)
  const [readings] = await (await recall()).sensors({ id: 'sled', threads: 64 }, [then])
  expect(readings!.map(({ id }) => id)).toEqual(['cpu', 'V0P96', 'hotswap', 'fans', 'air'])
  await driver.close()
})

test('a machine that failed ran until then, also after it was stopped and replaced', async () => {
  const { clock, driver, recall } = start()
  await driver.ensure({ ...spec, name: 'fails-after-boot' } as never)
  await clock.advance(60_000)
  const [{ state, time_state_updated }] = (await driver.list('sled')) as [Machine]
  expect(state).toBe('failed')
  const failed = time_state_updated.getTime()
  const recalled = async () => {
    const times = [failed - 1000, failed, failed + 1, clock.now().getTime() - 1]
    return (await (await recall()).machine('machine', 'vcpus', times)).map((each) => each?.vcpus.length)
  }
  expect(await recalled()).toEqual([2, 2, undefined, undefined])
  await driver.stop(spec)
  await clock.advance(10_000)
  expect(await recalled()).toEqual([2, 2, undefined, undefined])
  await driver.ensure({ ...spec, generation: 2 } as never)
  await clock.advance(500)
  expect(await recalled()).toEqual([2, 2, undefined, undefined])
  await driver.close()
})

test('nothing is recalled from the moment on from which samples are stored', async () => {
  const until = testingClock().now().getTime() + 60_000
  const { clock, driver, recall } = start(until)
  await driver.ensure(spec as never)
  await clock.advance(120_000)
  const recalled = async () => {
    const found = await (await recall()).machine('machine', 'vcpus', [until, until + 5000])
    const sensors = await (await recall()).sensors({ id: 'sled', threads: 64 }, [until, until + 5000])
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

test('without a store that recalls, only the present is known', async () => {
  const random = { bytes: () => new Uint8Array(4) }
  const { machines, recall } = makeSimulatedRack({ clock: testingClock(), random, sleds: 1, volumes })
  expect(await recall.open()).toBeUndefined()
  await machines.close()
})
