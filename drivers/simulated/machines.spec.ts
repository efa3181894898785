import { describe, expect, test } from 'vitest'
import { machinesCases, readToEnd, specOf, Walkthrough } from '../machines.cases.ts'
import { createHash } from 'node:crypto'
import { blocksCases } from '../blocks.cases.ts'
import type { Clock } from '../clock.ts'
import { hardwareCases } from '../hardware.cases.ts'
import { makeMemoryBlocks } from './blocks-memory.ts'
import { makeSimulatedHosts } from './hosts.ts'
import { makeMemoryMachines, type MachineStore } from './machine-store.ts'
import { makeSimulatedRack, type SimulatedRackOptions } from './rack.ts'
import type { MachineAt } from '../machines.ts'
import { testingClock } from '../testing-clock.ts'

const KIBIBYTE = 1024
const MEBIBYTE = 1024 * KIBIBYTE

/** The same luck in every run. */
function luck(start = 1) {
  let next = start
  return { bytes: (count: number) => Uint8Array.from({ length: count }, () => (next = (next * 73 + 41) % 256)) }
}

const blocks = () =>
  makeMemoryBlocks(() => {
    const hash = createHash('sha256')
    return { update: (bytes) => hash.update(bytes), digest: () => hash.digest('hex') }
  })

const makeRack = (clock: Clock, machineStore: MachineStore, more: Partial<SimulatedRackOptions> = {}) =>
  makeSimulatedRack({ clock, random: luck(), sleds: 2, machineStore, volumes: blocks(), ...more })

async function open(store = makeMemoryMachines(), seed = 1) {
  const clock = testingClock()
  const hosts = makeSimulatedHosts()
  const bytes = blocks()
  const make = () => makeRack(clock, store, { random: luck(seed), hosts, volumes: bytes })
  let rack = make()
  return {
    clock,
    driver: rack.machines,
    hardware: rack.hardware,
    blocks: bytes,
    setHost: hosts.set,
    pass: clock.advance,
    countedNics: 1,
    guest: {
      prompt: (spec: { hostname: string }) => `${spec.hostname} login: `,
      poweroff: 'poweroff',
      reboot: 'reboot',
    },
    reopen: async () => {
      await rack.machines.close()
      rack = make()
      return rack.machines
    },
  }
}

machinesCases('simulated', open)
hardwareCases('simulated', open)
blocksCases('memory', async () => ({ store: blocks() }))

describe('failures that names ask for', () => {
  test('refuses-to-start fails with a reason, stop clears it, a new wish tries again', async () => {
    const walk = new Walkthrough(await open())
    const spec = specOf('web-refuses-to-start')
    await walk.driver.ensure(spec)
    expect((await walk.driver.find(spec))?.state).toBe('starting')
    expect((await walk.untilState(spec, 'failed')).reason).toContain('web-refuses-to-start does not start')
    await walk.driver.stop(spec)
    expect(await walk.driver.find(spec)).toMatchObject({ state: 'stopped' })
    await walk.driver.ensure({ ...spec, generation: 2 })
    await walk.untilState(spec, 'failed')
  })

  test('fails-after-boot runs first, and ends its viewers with the reason', async () => {
    const walk = new Walkthrough(await open())
    const spec = specOf('fails-after-boot')
    await walk.driver.ensure(spec)
    await walk.untilState(spec, 'running')
    const stream = (await walk.console(spec)).attach({ from_start: 0 })
    const reading = readToEnd(stream)
    const { reason } = await walk.untilState(spec, 'failed')
    expect((await reading).end).toEqual({ ended: 'failed', reason })
    expect(await walk.statistics(spec)).toBeUndefined()
  })

  test('slow-to-stop takes ten times as long, in a restart too', async () => {
    const under = await open()
    const walk = new Walkthrough(under)
    const spec = await walk.booted(specOf('slow-to-stop'))
    await walk.driver.stop(spec)
    const began = under.clock.now().getTime()
    await under.pass(8000)
    await walk.reopen()
    expect((await walk.driver.find(spec))?.state).toBe('stopping')
    await walk.untilState(spec, 'stopped')
    expect(under.clock.now().getTime() - began).toBeGreaterThan(10_000)
  })
})

test('a restart at any moment of a start ends in the same place', async () => {
  for (let moment = 0; moment < 6000; moment += 250) {
    const under = await open()
    const walk = new Walkthrough(under)
    const spec = specOf('db1')
    await walk.driver.ensure(spec)
    await under.pass(moment)
    await walk.reopen()
    const text = await walk.untilPrompt(spec)
    expect(text.split('init: starting services')).toHaveLength(2)
    await walk.driver.close()
  }
})

test('a guest that goes down by itself is seen on its way', async () => {
  const walk = new Walkthrough(await open())
  const spec = await walk.booted(specOf('db1'))
  await walk.type(spec, 'reboot\r')
  await walk.untilState(spec, 'rebooting')
  await walk.untilPrompt(spec, 2)
  await walk.type(spec, 'poweroff\r')
  await walk.untilState(spec, 'stopping')
  await walk.untilState(spec, 'stopped')
})

test('a process that dies without closing loses nothing', async () => {
  const store = makeMemoryMachines()
  const clock = testingClock()
  const dead = makeRack(clock, store).machines
  await dead.ensure(specOf('db1'))
  await clock.advance(3000)
  const born = makeRack(clock, store).machines
  expect(await born.list('sled-1')).toMatchObject([{ name: 'db1', state: 'running' }])
  await Promise.all([dead.close(), born.close()])
})

async function timed(seed: number) {
  const under = await open(undefined, seed)
  const walk = new Walkthrough(under)
  await walk.driver.ensure(specOf('db1'))
  const { time_state_updated } = await walk.untilState(specOf('db1'), 'running')
  return time_state_updated.getTime()
}

test('different seeds take different times, the same seed the same', async () => {
  expect(await timed(1)).toBe(await timed(1))
  expect(new Set(await Promise.all([1, 2, 3, 4].map(timed))).size).toBe(4)
})

const broken = () => Promise.reject(new Error('no space left'))

test('a store that fails is told, and keeps what it has', async () => {
  const store = makeMemoryMachines()
  const unreadable = makeRack(testingClock(), { ...store, load: broken }).machines
  await expect(unreadable.list('sled-1')).rejects.toThrow('no space left')
  await unreadable.close()
  const full = makeRack(testingClock(), { ...store, change: broken }).machines
  await expect(full.ensure(specOf('db1'))).rejects.toThrow('no space left')
  expect(await full.list('sled-1')).toEqual([])
  await full.close()
})

async function pair() {
  const store = { ...makeMemoryMachines(), isShared: true }
  const under = await open(store)
  const other = makeRack(under.clock, store).machines
  return { walk: new Walkthrough(under), other, clock: under.clock }
}

describe('two processes on one store', () => {
  test('each sees at once what the other does', async () => {
    const { walk, other } = await pair()
    const spec = specOf('db1')
    await Promise.all([walk.driver.ensure(spec), other.ensure(spec)])
    expect(await other.list('sled-1')).toEqual(await walk.list())
    await walk.untilState(spec, 'running')
    expect(await other.statistics('sled-1')).toEqual(await walk.driver.statistics('sled-1'))
    await other.stop(spec)
    expect((await walk.driver.find(spec))?.state).toBe('stopping')
    await walk.untilState(spec, 'stopped')
    await other.remove(spec)
    expect([await walk.driver.find(spec), await walk.list()]).toEqual([undefined, []])
    await Promise.all([walk.driver.close(), other.close()])
  })

  test('each is told of what the other did, and of the plan that follows', async () => {
    const { walk, other, clock } = await pair()
    const told: string[] = []
    const note = async (at: MachineAt) => told.push((await other.find(at))?.state ?? 'gone')
    other.watch((at) => void note(at))
    const spec = await walk.booted(specOf('db1'))
    expect(told).toEqual(expect.arrayContaining(['starting', 'running']))
    await walk.type(spec, 'poweroff\r')
    await walk.untilState(spec, 'stopped')
    await clock.advance(1000)
    await walk.driver.remove(spec)
    await clock.advance(1000)
    expect([...new Set(told)]).toEqual(['starting', 'running', 'stopping', 'stopped', 'gone'])
    await Promise.all([walk.driver.close(), other.close()])
  })

  test('a console is read and typed on in both', async () => {
    const { walk, other, clock } = await pair()
    const spec = await walk.booted(specOf('db1'))
    const viewer = (await other.console(spec))!.attach({ most_recent: 0 })
    await walk.type(spec, 'echo o')
    await (await other.console(spec))!.write(new TextEncoder().encode('ne\r'))
    const text = await walk.text(spec)
    expect(text).toMatch(/echo one\r\none\r\n/)
    await clock.advance(1000)
    const piece = await viewer.read(1000)
    if ('ended' in piece) throw new Error(piece.reason)
    expect(text.endsWith(new TextDecoder().decode(piece.data))).toBe(true)
    const end = viewer.read(1000)
    await walk.driver.remove(spec)
    await clock.advance(1000)
    expect(await end).toEqual({ ended: 'removed', reason: 'VM removed' })
    await Promise.all([walk.driver.close(), other.close()])
  })

  test('who could not look for long finds what was removed long ago gone', async () => {
    const { walk, other, clock } = await pair()
    await walk.booted(specOf('db1'))
    expect(await other.list('sled-1')).toHaveLength(1)
    await walk.driver.remove(specOf('db1'))
    clock.skip(600_000)
    await walk.driver.ensure(specOf('db2'))
    await walk.driver.remove(specOf('db2'))
    expect(await other.list('sled-1')).toEqual([])
    await Promise.all([walk.driver.close(), other.close()])
  })
})

describe('serial console', () => {
  test('echoes, erases, and answers commands', async () => {
    const walk = new Walkthrough(await open())
    const spec = await walk.booted(specOf('db1'))
    const before = (await walk.text(spec)).length
    await walk.type(spec, 'ana\rhostnamx\x7fe\r\x1b[Aé\x7fecho hi\r\nnonsense\r')
    const text = (await walk.text(spec)).slice(before)
    expect(text).toBe(
      [
        'ana',
        'ana@db1:~$ hostnamx\b \be',
        'db1',
        'ana@db1:~$ é\b \becho hi',
        'hi',
        'ana@db1:~$ nonsense',
        'nonsense: not found, try help',
        'ana@db1:~$ ',
      ].join('\r\n'),
    )
  })

  test('a flood past a stalled viewer costs it the middle, and nobody any memory', async () => {
    const walk = new Walkthrough(await open())
    const spec = await walk.booted(specOf('db1'))
    const console = await walk.console(spec)
    const stalled = console.attach({ from_start: 0 })
    await stalled.read(100)
    await walk.type(spec, 'yes-flood 5000\r')
    expect(await console.history({ from_start: 2 * MEBIBYTE, max_bytes: 10 })).toMatchObject({
      forgotten: { from: MEBIBYTE },
    })
    const recent = await console.history({ most_recent: 16 * KIBIBYTE, max_bytes: 16 * KIBIBYTE })
    expect(recent).toMatchObject({ data: { length: 16 * KIBIBYTE } })
    const reading = readToEnd(stalled)
    await walk.driver.remove(spec)
    const { bytes, skipped, end } = await reading
    expect(end.ended).toBe('removed')
    expect(bytes).toBe(2 * MEBIBYTE - 100)
    expect(skipped).toBeGreaterThan(2 * MEBIBYTE)
  })

  test('offsets and both ends outlive the control plane', async () => {
    const walk = new Walkthrough(await open())
    const spec = await walk.booted(specOf('db1'))
    await walk.type(spec, 'yes-flood 300\r')
    const end = async () => (await walk.console(spec)).history({ most_recent: 1000, max_bytes: 1000 })
    const start = async () => (await walk.console(spec)).history({ from_start: 0, max_bytes: 1000 })
    const before = [await start(), await end()]
    await walk.reopen()
    expect([await start(), await end()]).toEqual(before)
    await walk.type(spec, 'whoami\r')
    const more = await (await walk.console(spec)).history({ most_recent: 60, max_bytes: 60 })
    expect('data' in more && new TextDecoder().decode(more.data)).toContain('nobody')
  })
})

test('statistics look like a machine at work: never idle, never over full, busier by day', async () => {
  const under = await open()
  const walk = new Walkthrough(under)
  const spec = await walk.booted(specOf('db1'))
  const hours: number[] = []
  let last = await walk.statistics(spec)
  for (let hour = 0; hour < 24; hour++) {
    await under.pass(3_600_000)
    const next = await walk.statistics(spec)
    if (!last || !next) throw new Error('a running machine has statistics')
    const run = next.vcpus[0]!.run - last.vcpus[0]!.run
    hours.push(run / 3_600e9)
    expect(next.disks[0]!.bytes_written % 512).toBe(0)
    expect(next.nics[0]!.packets_received).toBeGreaterThan(last.nics[0]!.packets_received)
    last = next
  }
  expect(Math.min(...hours)).toBeGreaterThan(0)
  expect(Math.max(...hours)).toBeLessThan(1)
  expect(Math.max(...hours)).toBeGreaterThan(1.5 * Math.min(...hours))
})

test('a sled with more work runs hotter and draws more power', async () => {
  const under = await open()
  const walk = new Walkthrough(under)
  const read = async (kind: string) => {
    const sensors = (await under.hardware.sensors({ id: 'sled-1', threads: 8 })).flatMap((each) => each.sensors)
    return sensors.filter((sensor) => sensor.kind === kind).map((sensor) => sensor.value)
  }
  const [idlePower, idleHeat] = [await read('power'), await read('amd_cpu_tctl')]
  for (const name of ['one', 'two']) await walk.booted(specOf(name, { ncpus: 8 }))
  await under.pass(60_000)
  const [power, heat] = [await read('power'), await read('amd_cpu_tctl')]
  for (const [index, value] of power.entries()) expect(value).toBeGreaterThan(idlePower[index]!)
  expect(heat[0]).toBeGreaterThan(idleHeat[0]!)
  for (const kind of ['temperature', 'current', 'voltage', 'input_current', 'input_voltage', 'fan_speed'])
    expect((await read(kind)).every((value) => value > 0)).toBe(true)
})
