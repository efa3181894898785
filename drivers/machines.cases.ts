// What every machine driver must do: lifecycle, disks, console and statistics, each verb repeated and out of order, and hosts that do
// not answer.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BlockStore } from './blocks.ts'
import type { MachineAt, Machines, MachineSpec, MachineState } from './machines.ts'
import type { ConsoleStream } from './serial-console.ts'
import type { Histogram } from './statistics.ts'

const GIBIBYTE = 1024 ** 3

export interface DriverUnderTest {
  driver: Machines
  /** Holds the bytes of the machines' disks. */
  blocks: BlockStore
  /** Lets time pass: virtual if the driver allows it, otherwise real. */
  pass(milliseconds: number): Promise<void>
  /** What the guest's console shows at the end of its start, and how to make the guest itself go down. */
  guest: { prompt(spec: MachineSpec): string; poweroff: string; reboot: string }
  /** Closes the driver and opens it again, as a restart of the server does. */
  reopen(): Promise<Machines>
  setHost(sled_id: string, condition: 'up' | 'unreachable' | 'hung'): Promise<void> | void
  /** Interfaces of the machine in specOf() whose traffic the driver counts. */
  countedNics: number
}

export const SLEDS = ['sled-1', 'sled-2']

export function specOf(name: string, changes: Partial<MachineSpec> = {}): MachineSpec {
  return {
    id: `id-of-${name}`,
    name,
    hostname: name,
    sled_id: 'sled-1',
    generation: 1,
    architecture: 'x86_64',
    ncpus: 2,
    memory: 2 * GIBIBYTE,
    disks: [diskOf(`disk-of-${name}`, { boot: true })],
    nics: [
      {
        id: `nic-of-${name}`,
        mac: 'a8:40:25:f0:00:01',
        ip: '172.30.0.5',
        subnet_id: 'subnet-1',
        prefix: 22,
        gateway: '172.30.0.1',
        dns_servers: [],
        mtu: 1500,
      },
    ],
    user_data: '',
    ssh_public_keys: [],
    ...changes,
  }
}

const diskOf = (id: string, changes: { boot?: boolean } = {}) => ({
  id,
  location: { kind: 'memory' as const },
  size: 10 * GIBIBYTE,
  block_size: 512,
  boot: false,
  ...changes,
})

const total = ({ counts }: Histogram) => counts.reduce((sum, count) => sum + count, 0)

/** Drives one driver through one test, and fails with what was seen when something never happens. */
export class Walkthrough {
  driver: Machines
  readonly under: DriverUnderTest

  constructor(under: DriverUnderTest) {
    this.under = under
    this.driver = under.driver
  }

  async until<T>(wanted: string, look: () => Promise<T | undefined>): Promise<T> {
    for (let tries = 0; tries < 600; tries++) {
      const found = await look()
      if (found !== undefined) return found
      await this.under.pass(100)
    }
    throw new Error(`waited for ${wanted}; the driver lists ${JSON.stringify(await this.list())}`)
  }

  /** Lists the machines of all sleds. */
  async list() {
    return (await Promise.all(SLEDS.map((sled) => this.driver.list(sled)))).flat()
  }

  async statistics({ id, sled_id }: MachineAt) {
    return (await this.driver.statistics(sled_id)).find((each) => each.id === id)
  }

  untilState(at: MachineAt, state: MachineState) {
    return this.until(`${at.id} to be ${state}`, async () => {
      const machine = await this.driver.find(at)
      return machine?.state === state ? machine : undefined
    })
  }

  async text(at: MachineAt): Promise<string> {
    const history = await (await this.console(at)).history({ from_start: 0, max_bytes: 1_000_000 })
    if ('forgotten' in history) throw new Error('the start of the output is forgotten')
    return new TextDecoder().decode(history.data)
  }

  untilPrompt(spec: MachineSpec, times = 1) {
    const prompt = this.under.guest.prompt(spec)
    return this.until(`prompt ${times} of ${spec.name}`, async () => {
      const text = await this.text(spec)
      return text.split(prompt).length > times && text.endsWith(prompt) ? text : undefined
    })
  }

  async console(at: MachineAt) {
    const console = await this.driver.console(at)
    if (!console) throw new Error(`${at.id} has no console`)
    return console
  }

  async type(at: MachineAt, text: string) {
    await (await this.console(at)).write(new TextEncoder().encode(text))
  }

  async booted(spec: MachineSpec) {
    await this.driver.ensure(spec)
    await this.untilState(spec, 'running')
    await this.untilPrompt(spec)
    return spec
  }

  async reopen() {
    this.driver = await this.under.reopen()
  }
}

export async function readToEnd(stream: ConsoleStream, max_bytes = 16_384) {
  let bytes = 0
  let skipped = 0
  for (;;) {
    const piece = await stream.read(max_bytes)
    if ('ended' in piece) return { bytes, skipped, end: piece }
    bytes += piece.data.length
    skipped += piece.skipped
  }
}

export function machinesCases(name: string, open: () => Promise<DriverUnderTest>) {
  describe(`machines: ${name}`, () => {
    let walk: Walkthrough
    beforeEach(async () => {
      walk = new Walkthrough(await open())
    })
    afterEach(async () => {
      for (const at of await walk.list()) await walk.driver.remove(at)
      await walk.driver.close()
    })

    test('a machine starts, runs, stops and goes away', async () => {
      const spec = specOf('db1')
      expect(await walk.list()).toEqual([])
      await walk.driver.ensure(spec)
      expect(await walk.list()).toMatchObject([{ id: spec.id, name: 'db1', sled_id: 'sled-1', generation: 1 }])
      await walk.untilState(spec, 'running')
      await walk.driver.stop(spec)
      expect((await walk.driver.find(spec))?.state).toBe('stopping')
      await walk.untilState(spec, 'stopped')
      await walk.driver.remove(spec)
      expect(await walk.list()).toEqual([])
      expect(await walk.driver.find(spec)).toBeUndefined()
    })

    test('verbs can be repeated', async () => {
      const spec = specOf('db1')
      await Promise.all([walk.driver.ensure(spec), walk.driver.ensure(spec)])
      const { time_state_updated } = await walk.untilState(spec, 'running')
      await walk.driver.ensure(spec)
      expect(await walk.driver.find(spec)).toMatchObject({ state: 'running', time_state_updated })
      await Promise.all([walk.driver.stop(spec), walk.driver.stop(spec)])
      await walk.untilState(spec, 'stopped')
      await walk.driver.stop(spec)
      expect((await walk.driver.find(spec))?.state).toBe('stopped')
      await Promise.all([walk.driver.remove(spec), walk.driver.remove(spec)])
      await walk.driver.remove(spec)
      await walk.driver.stop(spec)
      expect(await walk.list()).toEqual([])
    })

    test('repeating an old generation restarts nothing, a new one does', async () => {
      const spec = await walk.booted(specOf('db1'))
      await walk.driver.stop(spec)
      await expect(walk.driver.ensure({ ...spec, generation: 2 })).rejects.toMatchObject({ code: 'busy' })
      await walk.untilState(spec, 'stopped')
      await walk.driver.ensure(spec)
      await walk.under.pass(5000)
      expect((await walk.driver.find(spec))?.state).toBe('stopped')
      await walk.driver.ensure({ ...spec, generation: 2, sled_id: 'sled-2' })
      const moved = { ...spec, sled_id: 'sled-2' }
      expect(await walk.untilState(moved, 'running')).toMatchObject({ generation: 2, sled_id: 'sled-2' })
    })

    test('a late stop or remove does not end a newer start', async () => {
      const spec = specOf('db1', { generation: 2 })
      await walk.driver.ensure(spec)
      await walk.driver.stop(spec, 1)
      await walk.driver.remove(spec, 1)
      await walk.untilState(spec, 'running')
      await walk.driver.stop(spec, 2)
      await walk.untilState(spec, 'stopped')
      await walk.driver.remove(spec, 2)
      expect(await walk.list()).toEqual([])
    })

    test('a newer generation replaces a running machine', async () => {
      const spec = await walk.booted(specOf('db1'))
      const stream = (await walk.console(spec)).attach({ from_start: 0 })
      await walk.driver.ensure({ ...spec, generation: 2, ncpus: 4 })
      expect((await readToEnd(stream)).end.ended).toBe('removed')
      await walk.untilState(spec, 'running')
      expect((await walk.statistics(spec))?.vcpus).toHaveLength(4)
      expect(await walk.list()).toHaveLength(1)
    })

    test('stops and disappears whatever it was doing', async () => {
      const starting = specOf('one')
      await walk.driver.ensure(starting)
      await walk.driver.stop(starting)
      await walk.untilState(starting, 'stopped')
      await walk.under.pass(5000)
      expect((await walk.driver.find(starting))?.state).toBe('stopped')
      const rebooting = await walk.booted(specOf('two'))
      await walk.driver.reboot(rebooting)
      await walk.driver.remove(rebooting)
      await walk.under.pass(5000)
      expect(await walk.driver.find(rebooting)).toBeUndefined()
    })

    test('a forced stop does not wait for the guest, nor for a stop that does', async () => {
      const [running, stopping] = [await walk.booted(specOf('one')), await walk.booted(specOf('two'))]
      await walk.driver.stop(running, 1, { force: true })
      await walk.driver.stop(stopping)
      await walk.driver.stop(stopping, 0, { force: true })
      expect((await walk.driver.find(stopping))?.state).toBe('stopping')
      await walk.driver.stop(stopping, 1, { force: true })
      await walk.driver.stop(stopping, 1, { force: true })
      for (const spec of [running, stopping]) {
        const { time_forced } = await walk.untilState(spec, 'stopped')
        expect(time_forced).toBeUndefined()
      }
      await walk.driver.ensure({ ...running, generation: 2 })
      await walk.untilState(running, 'running')
    })

    test('reboots once for one request, and only what runs', async () => {
      const spec = await walk.booted(specOf('db1'))
      await walk.driver.reboot(spec, 'request-1')
      expect((await walk.driver.find(spec))?.state).toBe('rebooting')
      await walk.driver.reboot(spec, 'request-1')
      await walk.untilState(spec, 'running')
      await walk.driver.reboot(spec, 'request-1')
      expect((await walk.driver.find(spec))?.state).toBe('running')
      expect((await walk.statistics(spec))?.reset).toBe(1)
      await walk.driver.reboot(spec, 'request-2')
      expect((await walk.driver.find(spec))?.state).toBe('rebooting')
      await walk.driver.stop(spec)
      await walk.untilState(spec, 'stopped')
      await expect(walk.driver.reboot(spec)).rejects.toMatchObject({ code: 'wrong_state' })
      await expect(walk.driver.reboot({ id: 'nobody', sled_id: 'sled-1' })).rejects.toMatchObject({
        code: 'unknown_machine',
      })
    })

    test('announces every change until the listener leaves', async () => {
      const spec = specOf('db1')
      const seen: (string | undefined)[] = []
      const leave = walk.driver.watch((id) => {
        void walk.driver.find(id).then((machine) => seen.push(machine?.state))
      })
      await walk.driver.ensure(spec)
      await walk.untilState(spec, 'running')
      await walk.driver.stop(spec)
      await walk.untilState(spec, 'stopped')
      await walk.driver.remove(spec)
      await walk.until('the removal to be announced', async () => seen.includes(undefined) || undefined)
      await walk.under.pass(1000)
      expect(seen).toContain('running')
      expect(seen).toContain('stopped')
      expect(seen.at(-1)).toBeUndefined()
      const count = seen.length
      leave()
      await walk.driver.ensure(specOf('db2'))
      await walk.under.pass(100)
      expect(seen).toHaveLength(count)
    })

    test('a guest can power off or reboot by itself', async () => {
      const spec = await walk.booted(specOf('db1'))
      await walk.type(spec, `${walk.under.guest.reboot}\r`)
      await walk.untilPrompt(spec, 2)
      expect(await walk.untilState(spec, 'running')).toMatchObject({ generation: 1 })
      expect((await walk.statistics(spec))?.reset).toBe(1)
      await walk.type(spec, `${walk.under.guest.poweroff}\r`)
      await walk.untilState(spec, 'stopped')
    })

    test('the console keeps its offsets over a reboot of the guest', async () => {
      const spec = await walk.booted(specOf('db1'))
      const console = await walk.console(spec)
      const before = await console.history({ most_recent: 0, max_bytes: 1 })
      await walk.driver.reboot(spec)
      await walk.untilPrompt(spec, 2)
      const again = await (await walk.console(spec)).history({ most_recent: 0, max_bytes: 1 })
      if ('forgotten' in before || 'forgotten' in again) throw new Error('nothing that short is forgotten')
      expect(again.last_byte_offset).toBeGreaterThan(before.last_byte_offset)
    })

    test('history from the start, from the end, and past the end', async () => {
      const spec = await walk.booted(specOf('db1'))
      const console = await walk.console(spec)
      const whole = await console.history({ from_start: 0, max_bytes: 1_000_000 })
      if ('forgotten' in whole) throw new Error('a boot log is kept')
      const total = whole.data.length
      expect(whole.last_byte_offset).toBe(total)
      const slice = (from: number, to: number) => ({ data: whole.data.slice(from, to), last_byte_offset: to })
      expect(await console.history({ from_start: 10, max_bytes: 5 })).toEqual(slice(10, 15))
      expect(await console.history({ most_recent: 20, max_bytes: 16_384 })).toEqual(slice(total - 20, total))
      expect(await console.history({ most_recent: 20, max_bytes: 5 })).toEqual(slice(total - 20, total - 15))
      expect(await console.history({ most_recent: 9e9, max_bytes: 9 })).toEqual(slice(0, 9))
      expect(await console.history({ from_start: 9e9, max_bytes: 9 })).toEqual(slice(total, total))
    })

    test('viewers read at their own pace and learn why the console ends', async () => {
      const spec = await walk.booted(specOf('db1'))
      const console = await walk.console(spec)
      const total = (await walk.text(spec)).length
      const fast = console.attach({ most_recent: 0 })
      const slow = console.attach({ from_start: 0 })
      const gone = console.attach({ most_recent: 0 })
      const left = gone.read(1)
      gone.close()
      expect(await left).toMatchObject({ ended: 'closed' })
      const waiting = fast.read(1)
      await walk.type(spec, 'x')
      expect(await waiting).toMatchObject({ data: Uint8Array.of(120), skipped: 0 })
      expect(await slow.read(10)).toMatchObject({ last_byte_offset: 10 })
      const ends = Promise.all([readToEnd(fast), readToEnd(slow)])
      await walk.driver.stop(spec)
      await walk.untilState(spec, 'stopped')
      for (const { end } of await ends) expect(end).toMatchObject({ ended: 'stopped' })
      expect((await ends)[1].bytes).toBeGreaterThanOrEqual(total - 10)
    })

    test('counters only grow, and start again with the machine', async () => {
      const spec = specOf('db1')
      expect(await walk.statistics(spec)).toBeUndefined()
      await walk.booted(spec)
      const flat = async () => {
        const statistics = await walk.statistics(spec)
        if (!statistics) throw new Error('a running machine has statistics')
        const { start_time, time, vcpus, disks, nics } = statistics
        expect([vcpus.length, disks.length, nics.length]).toEqual([2, 1, walk.under.countedNics])
        const counters = [...vcpus, ...disks, ...nics].flatMap((part) => Object.values(part))
        return { start_time, elapsed: time.getTime() - start_time.getTime(), vcpus, counters }
      }
      let last = await flat()
      for (let n = 0; n < 10; n++) {
        await walk.under.pass(1000)
        const next = await flat()
        expect(next.start_time).toEqual(last.start_time)
        for (const [at, value] of next.counters.entries())
          if (typeof value === 'number') expect(value).toBeGreaterThanOrEqual(Number(last.counters[at]))
        for (const { run, idle, waiting, emulation } of next.vcpus)
          expect(Math.abs(run + idle + waiting + emulation - next.elapsed * 1e6)).toBeLessThan(0.2 * next.elapsed * 1e6)
        last = next
      }
      await walk.driver.stop(spec)
      await walk.untilState(spec, 'stopped')
      expect(await walk.statistics(spec)).toBeUndefined()
    })

    test('statistics are those of the running machines of a sled', async () => {
      expect(await walk.driver.statistics('sled-1')).toEqual([])
      const specs = [await walk.booted(specOf('one')), await walk.booted(specOf('two'))]
      await walk.booted(specOf('elsewhere', { sled_id: 'sled-2' }))
      await walk.driver.ensure(specOf('three'))
      const all = await walk.driver.statistics('sled-1')
      expect(all.map(({ id }) => id).sort()).toEqual(specs.map(({ id }) => id).sort())
      for (const { disks } of all) {
        for (const { reads, writes, flushes, latency, size, bytes_read } of disks) {
          expect([total(latency.read), total(latency.write), total(latency.flush)]).toEqual([reads, writes, flushes])
          expect(latency.read.counts).toHaveLength(latency.read.bins.length)
          if (!size) continue
          expect([total(size.read), total(size.write)]).toEqual([reads, writes])
          expect(size.read.sum).toBe(bytes_read)
          expect(size.read.counts).toHaveLength(size.read.bins.length)
        }
      }
    })

    test('disks are attached, resized and detached while the machine runs', async () => {
      const spec = await walk.booted(specOf('db1'))
      const disks = async () => (await walk.statistics(spec))?.disks.map(({ disk_id }) => disk_id)
      const extra = diskOf('extra')
      await walk.under.blocks.create('extra', extra.size)
      await walk.driver.attachDisk(spec, extra)
      await walk.driver.attachDisk(spec, extra)
      expect(await disks()).toEqual(['disk-of-db1', 'extra'])
      await walk.driver.resizeDisk(spec, 'extra', 12 * GIBIBYTE)
      expect(await walk.under.blocks.list()).toContainEqual({ id: 'extra', size: 12 * GIBIBYTE })
      await walk.driver.resizeDisk(spec, 'extra', 12 * GIBIBYTE)
      await expect(walk.driver.resizeDisk(spec, 'extra', 11 * GIBIBYTE)).rejects.toMatchObject({ code: 'refused' })
      expect(await walk.under.blocks.list()).toContainEqual({ id: 'extra', size: 12 * GIBIBYTE })
      await walk.driver.detachDisk(spec, 'extra')
      await walk.driver.detachDisk(spec, 'extra')
      expect(await disks()).toEqual(['disk-of-db1'])
      await expect(walk.driver.resizeDisk(spec, 'extra', 13 * GIBIBYTE)).rejects.toMatchObject({ code: 'refused' })
      await walk.driver.stop(spec)
      await walk.untilState(spec, 'stopped')
      await expect(walk.driver.attachDisk(spec, extra)).rejects.toMatchObject({ code: 'wrong_state' })
    })

    test('interfaces come and go while the machine runs, or the driver refuses them', async () => {
      const spec = await walk.booted(specOf('db1'))
      const nics = async () => (await walk.statistics(spec))?.nics.map(({ interface_id }) => interface_id)
      const before = await nics()
      const extra = { ...spec.nics[0]!, id: 'f7b1c9d4-0000-4000-8000-000000000002', mac: 'a8:40:25:f0:00:02' }
      if (!walk.under.countedNics) {
        await expect(walk.driver.attachNic(spec, extra)).rejects.toMatchObject({ code: 'refused' })
        return
      }
      await walk.driver.attachNic(spec, extra)
      await walk.driver.attachNic(spec, extra)
      expect(await nics()).toEqual([...before!, extra.id])
      await walk.driver.detachNic(spec, extra.id)
      await walk.driver.detachNic(spec, extra.id)
      expect(await nics()).toEqual(before)
      await walk.driver.stop(spec)
      await walk.untilState(spec, 'stopped')
      await expect(walk.driver.attachNic(spec, extra)).rejects.toMatchObject({ code: 'wrong_state' })
    })

    test('a CD comes and goes while the machine runs', async () => {
      const spec = await walk.booted(specOf('db1'))
      await walk.under.blocks.create('cd', 1024 * 1024)
      const cd = { id: 'cd', location: walk.under.blocks.locate('cd', spec.sled_id) }
      for (const inserted of [cd, cd, undefined, undefined]) await walk.driver.changeCd(spec, inserted)
      await walk.driver.stop(spec)
      await walk.untilState(spec, 'stopped')
      await expect(walk.driver.changeCd(spec, cd)).rejects.toMatchObject({ code: 'wrong_state' })
    })

    test('a disk of a running machine is copied, that of a stopped one is left to the block store', async () => {
      const { blocks } = walk.under
      await blocks.create('disk-of-db1', 10 * GIBIBYTE)
      await blocks.write('disk-of-db1', 4096, Uint8Array.of(1, 2, 3))
      const spec = await walk.booted(specOf('db1'))
      const copy = () => walk.driver.copyDisk(spec, 'disk-of-db1', { id: 'copy', size: 10 * GIBIBYTE })
      await copy()
      await copy()
      expect(await blocks.read('copy', 4096, 3)).toEqual(Uint8Array.of(1, 2, 3))
      await walk.driver.stop(spec)
      await walk.untilState(spec, 'stopped')
      await expect(copy()).rejects.toMatchObject({ code: 'wrong_state' })
      await walk.driver.remove(spec)
      await expect(copy()).rejects.toMatchObject({ code: 'unknown_machine' })
    })

    test('several disks of a running machine are copied, all or none', async () => {
      const { blocks } = walk.under
      const other = diskOf('other')
      await blocks.create('disk-of-db1', 10 * GIBIBYTE)
      await blocks.create('other', other.size)
      await blocks.write('disk-of-db1', 4096, Uint8Array.of(1, 2, 3))
      await blocks.write('other', 4096, Uint8Array.of(4, 5, 6))
      const spec = specOf('db1')
      await walk.booted({ ...spec, disks: [...spec.disks, other] })
      const copies = [
        { disk_id: 'disk-of-db1', to: { id: 'first', size: 10 * GIBIBYTE } },
        { disk_id: 'other', to: { id: 'second', size: other.size } },
      ]
      const unknown = [copies[0]!, { disk_id: 'nowhere', to: { id: 'third', size: GIBIBYTE } }]
      await expect(walk.driver.copyDisks(spec, unknown)).rejects.toMatchObject({ code: 'refused' })
      expect((await blocks.list()).map(({ id }) => id).sort()).toEqual(['disk-of-db1', 'other'])
      await walk.driver.copyDisks(spec, copies)
      await walk.driver.copyDisks(spec, copies)
      expect((await blocks.list()).map(({ id }) => id).sort()).toEqual(['disk-of-db1', 'first', 'other', 'second'])
      expect(await blocks.read('first', 4096, 3)).toEqual(Uint8Array.of(1, 2, 3))
      expect(await blocks.read('second', 4096, 3)).toEqual(Uint8Array.of(4, 5, 6))
      await walk.driver.stop(spec)
      await walk.untilState(spec, 'stopped')
      await expect(walk.driver.copyDisks(spec, copies)).rejects.toMatchObject({ code: 'wrong_state' })
    })

    test('an unreachable host is an error, never a missing machine', async () => {
      const spec = await walk.booted(specOf('db1'))
      const other = await walk.booted(specOf('db2', { sled_id: 'sled-2' }))
      await walk.under.setHost('sled-1', 'unreachable')
      const verbs: (() => Promise<unknown>)[] = [
        () => walk.driver.ensure({ ...spec, generation: 2 }),
        () => walk.driver.stop(spec),
        () => walk.driver.reboot(spec),
        () => walk.driver.remove(spec),
        () => walk.driver.attachDisk(spec, diskOf('extra')),
        () => walk.driver.detachDisk(spec, 'disk-of-db1'),
        () => walk.driver.attachNic(spec, spec.nics[0]!),
        () => walk.driver.detachNic(spec, spec.nics[0]!.id),
        () => walk.driver.changeCd(spec, undefined),
        () => walk.driver.guest(spec),
        () => walk.driver.resizeDisk(spec, 'disk-of-db1', 12 * GIBIBYTE),
        () => walk.driver.copyDisk(spec, 'disk-of-db1', { id: 'copy', size: 12 * GIBIBYTE }),
        () => walk.driver.copyDisks(spec, [{ disk_id: 'disk-of-db1', to: { id: 'copy', size: 12 * GIBIBYTE } }]),
        () => walk.driver.find(spec),
        () => walk.driver.list('sled-1'),
        () => walk.driver.console(spec),
        () => walk.driver.statistics('sled-1'),
      ]
      for (const verb of verbs) await expect(verb()).rejects.toMatchObject({ name: 'DriverError', code: 'host' })
      expect(await walk.driver.find(other)).toMatchObject({ state: 'running' })
      await walk.under.setHost('sled-1', 'up')
      expect(await walk.driver.find(spec)).toMatchObject({ state: 'running', generation: 1 })
    })

    test('a hung host delays only its own machines', async () => {
      const spec = await walk.booted(specOf('db1'))
      const other = await walk.booted(specOf('db2', { sled_id: 'sled-2' }))
      await walk.under.setHost('sled-1', 'hung')
      const answers: string[] = []
      const hung = walk.driver.find(spec).then((machine) => answers.push(`db1 ${machine?.state}`))
      expect(await walk.driver.find(other)).toMatchObject({ state: 'running' })
      expect(await walk.driver.statistics('sled-2')).toHaveLength(1)
      await walk.driver.stop(other)
      await walk.untilState(other, 'stopped')
      expect(answers).toEqual([])
      await walk.under.setHost('sled-1', 'up')
      await hung
      expect(answers).toEqual(['db1 running'])
    })

    test('a machine is found only on its own sled', async () => {
      const spec = await walk.booted(specOf('db1'))
      const elsewhere = { ...spec, sled_id: 'sled-2' }
      expect(await walk.driver.find(elsewhere)).toBeUndefined()
      await walk.driver.stop(elsewhere)
      await walk.driver.remove(elsewhere)
      expect(await walk.driver.find(spec)).toMatchObject({ state: 'running' })
      expect(await walk.driver.list('sled-2')).toEqual([])
    })

    test('machines keep running while the driver is closed', async () => {
      const running = await walk.booted(specOf('one'))
      const starting = specOf('two')
      const stopping = await walk.booted(specOf('three'))
      const before = await walk.statistics(running)
      await walk.type(running, 'half a wo')
      await walk.driver.ensure(starting)
      await walk.driver.stop(stopping)
      await walk.reopen()
      expect((await walk.driver.find(running))?.state).toBe('running')
      expect(await walk.text(running)).toContain(walk.under.guest.prompt(running))
      expect((await walk.statistics(running))?.start_time).toEqual(before?.start_time)
      await walk.untilState(starting, 'running')
      await walk.untilPrompt(starting)
      await walk.untilState(stopping, 'stopped')
      await walk.driver.ensure(stopping)
      expect((await walk.driver.find(stopping))?.state).toBe('stopped')
    })

    test('a closed driver rejects calls', async () => {
      const closed = walk.driver
      await closed.ensure(specOf('db1'))
      await walk.reopen()
      await expect(closed.list('sled-1')).rejects.toMatchObject({ code: 'closed' })
      await closed.close()
    })
  })
}
