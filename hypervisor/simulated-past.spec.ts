// Statistics that are recalled are those that would have been sampled.
import { expect, test } from 'vitest'
import { makeSimulated } from './simulated.ts'
import { shiftTimes } from './simulated-state.ts'
import { testingClock } from './testing-clock.ts'

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

function start(text?: string) {
  const clock = testingClock()
  let saved = text
  const state = { load: async () => saved, save: async (next: string) => void (saved = next) }
  const random = { bytes: (count: number) => new Uint8Array(count).fill(7) }
  const driver = makeSimulated({ clock, random, state, remembers: text === undefined })
  return { clock, driver, saved: () => saved! }
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

test('what was saved goes on elsewhere, later, up to the moment from which samples are stored', async () => {
  const before = start()
  await before.driver.ensure(spec as never)
  await before.clock.advance(60_000)
  const then = before.clock.now().getTime()
  await before.driver.close()

  const shift = 3_600_000
  const after = start(shiftTimes(before.saved(), shift, then + shift))
  await after.clock.advance(shift + 120_000)
  const [recalled, stored] = await after.driver.recall!.machine('machine', 'vcpus', [then + shift, then + shift + 5000])
  expect(recalled?.vcpus).toHaveLength(2)
  expect(stored).toBeUndefined()
  expect((await after.driver.list())[0]!.state).toBe('running')
  await after.driver.close()
})

test('without it a driver knows only the present', async () => {
  const driver = makeSimulated({ clock: testingClock(), random: { bytes: () => new Uint8Array(4) } })
  expect(await driver.list()).toEqual([])
  expect(driver.recall).toBeUndefined()
  await driver.close()
})
