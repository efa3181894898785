// What every driver is held to: lifecycle, console and statistics, each verb repeated and out of turn.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ConsoleStream, Machines, Histogram, MachineSpec, MachineState } from './machines.ts'

const GIBIBYTE = 1024 ** 3

export interface DriverUnderTest {
  driver: Machines
  /** Lets time pass: virtual where the driver can, real where it cannot. */
  pass(milliseconds: number): Promise<void>
  /** What the guest's console shows at the end of its start, and how to make the guest itself go down. */
  guest: { prompt(spec: MachineSpec): string; poweroff: string; reboot: string }
  /** Ends the control plane's hold on the machines and takes it up again. */
  reopen(): Promise<Machines>
}

export function specOf(name: string, changes: Partial<MachineSpec> = {}): MachineSpec {
  return {
    id: `id-of-${name}`,
    name,
    hostname: name,
    sled_id: 'sled-1',
    generation: 1,
    ncpus: 2,
    memory: 2 * GIBIBYTE,
    disks: [{ id: `disk-of-${name}`, size: 10 * GIBIBYTE, block_size: 512, boot: true }],
    nics: [{ id: `nic-of-${name}`, mac: 'a8:40:25:f0:00:01', ip: '172.30.0.5' }],
    user_data: '',
    ssh_public_keys: [],
    ...changes,
  }
}

const total = ({ counts }: Histogram) => counts.reduce((sum, count) => sum + count, 0)

/** Drives one driver through one test, and fails with what was seen when something never comes. */
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
    throw new Error(`waited for ${wanted}; the driver lists ${JSON.stringify(await this.driver.list())}`)
  }

  untilState(id: string, state: MachineState) {
    return this.until(`${id} to be ${state}`, async () => {
      const machine = await this.driver.find(id)
      return machine?.state === state ? machine : undefined
    })
  }

  async text(id: string): Promise<string> {
    const history = await (await this.console(id)).history({ from_start: 0, max_bytes: 1_000_000 })
    if ('forgotten' in history) throw new Error('the start of the output is forgotten')
    return new TextDecoder().decode(history.data)
  }

  untilPrompt(spec: MachineSpec, times = 1) {
    const prompt = this.under.guest.prompt(spec)
    return this.until(`prompt ${times} of ${spec.name}`, async () => {
      const text = await this.text(spec.id)
      return text.split(prompt).length > times && text.endsWith(prompt) ? text : undefined
    })
  }

  async console(id: string) {
    const console = await this.driver.console(id)
    if (!console) throw new Error(`${id} has no console`)
    return console
  }

  async type(id: string, text: string) {
    await (await this.console(id)).write(new TextEncoder().encode(text))
  }

  async booted(spec: MachineSpec) {
    await this.driver.ensure(spec)
    await this.untilState(spec.id, 'running')
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

export function driverCases(name: string, open: () => Promise<DriverUnderTest>) {
  describe(`driver: ${name}`, () => {
    let walk: Walkthrough
    beforeEach(async () => {
      walk = new Walkthrough(await open())
    })
    afterEach(async () => {
      for (const { id } of await walk.driver.list()) await walk.driver.remove(id)
      await walk.driver.close()
    })

    test('a machine starts, runs, stops and goes away', async () => {
      const spec = specOf('db1')
      expect(await walk.driver.list()).toEqual([])
      await walk.driver.ensure(spec)
      expect(await walk.driver.list()).toMatchObject([{ id: spec.id, name: 'db1', sled_id: 'sled-1', generation: 1 }])
      await walk.untilState(spec.id, 'running')
      await walk.driver.stop(spec.id)
      expect((await walk.driver.find(spec.id))?.state).toBe('stopping')
      await walk.untilState(spec.id, 'stopped')
      await walk.driver.remove(spec.id)
      expect(await walk.driver.list()).toEqual([])
      expect(await walk.driver.find(spec.id)).toBeUndefined()
    })

    test('verbs may be repeated', async () => {
      const spec = specOf('db1')
      await Promise.all([walk.driver.ensure(spec), walk.driver.ensure(spec)])
      const { time_state_updated } = await walk.untilState(spec.id, 'running')
      await walk.driver.ensure(spec)
      expect(await walk.driver.find(spec.id)).toMatchObject({ state: 'running', time_state_updated })
      await Promise.all([walk.driver.stop(spec.id), walk.driver.stop(spec.id)])
      await walk.untilState(spec.id, 'stopped')
      await walk.driver.stop(spec.id)
      expect((await walk.driver.find(spec.id))?.state).toBe('stopped')
      await Promise.all([walk.driver.remove(spec.id), walk.driver.remove(spec.id)])
      await walk.driver.remove(spec.id)
      await walk.driver.stop(spec.id)
      expect(await walk.driver.list()).toEqual([])
    })

    test('an old wish revives nothing, a new one does', async () => {
      const spec = await walk.booted(specOf('db1'))
      await walk.driver.stop(spec.id)
      await expect(walk.driver.ensure({ ...spec, generation: 2 })).rejects.toMatchObject({ code: 'busy' })
      await walk.untilState(spec.id, 'stopped')
      await walk.driver.ensure(spec)
      await walk.under.pass(5000)
      expect((await walk.driver.find(spec.id))?.state).toBe('stopped')
      await walk.driver.ensure({ ...spec, generation: 2, sled_id: 'sled-2' })
      expect(await walk.untilState(spec.id, 'running')).toMatchObject({ generation: 2, sled_id: 'sled-2' })
    })

    test('who was slow to ask for an end does not end what was started since', async () => {
      const spec = specOf('db1', { generation: 2 })
      await walk.driver.ensure(spec)
      await walk.driver.stop(spec.id, 1)
      await walk.driver.remove(spec.id, 1)
      await walk.untilState(spec.id, 'running')
      await walk.driver.stop(spec.id, 2)
      await walk.untilState(spec.id, 'stopped')
      await walk.driver.remove(spec.id, 2)
      expect(await walk.driver.list()).toEqual([])
    })

    test('a newer wish replaces what still runs', async () => {
      const spec = await walk.booted(specOf('db1'))
      const stream = (await walk.console(spec.id)).attach({ from_start: 0 })
      await walk.driver.ensure({ ...spec, generation: 2, ncpus: 4 })
      expect((await readToEnd(stream)).end.ended).toBe('removed')
      await walk.untilState(spec.id, 'running')
      expect((await walk.driver.statistics(spec.id))?.vcpus).toHaveLength(4)
      expect(await walk.driver.list()).toHaveLength(1)
    })

    test('stops and disappears whatever it was doing', async () => {
      const starting = specOf('one')
      await walk.driver.ensure(starting)
      await walk.driver.stop(starting.id)
      await walk.untilState(starting.id, 'stopped')
      await walk.under.pass(5000)
      expect((await walk.driver.find(starting.id))?.state).toBe('stopped')
      const rebooting = await walk.booted(specOf('two'))
      await walk.driver.reboot(rebooting.id)
      await walk.driver.remove(rebooting.id)
      await walk.under.pass(5000)
      expect(await walk.driver.find(rebooting.id)).toBeUndefined()
    })

    test('reboots once for one request, and only what runs', async () => {
      const spec = await walk.booted(specOf('db1'))
      await walk.driver.reboot(spec.id, 'request-1')
      expect((await walk.driver.find(spec.id))?.state).toBe('rebooting')
      await walk.driver.reboot(spec.id, 'request-1')
      await walk.untilState(spec.id, 'running')
      await walk.driver.reboot(spec.id, 'request-1')
      expect((await walk.driver.find(spec.id))?.state).toBe('running')
      expect((await walk.driver.statistics(spec.id))?.reset).toBe(1)
      await walk.driver.reboot(spec.id, 'request-2')
      expect((await walk.driver.find(spec.id))?.state).toBe('rebooting')
      await walk.driver.stop(spec.id)
      await walk.untilState(spec.id, 'stopped')
      await expect(walk.driver.reboot(spec.id)).rejects.toMatchObject({ code: 'wrong_state' })
      await expect(walk.driver.reboot('nobody')).rejects.toMatchObject({ code: 'unknown_machine' })
    })

    test('tells of every change, until told to stop telling', async () => {
      const spec = specOf('db1')
      const seen: (string | undefined)[] = []
      const leave = walk.driver.watch((id) => {
        void walk.driver.find(id).then((machine) => seen.push(machine?.state))
      })
      await walk.driver.ensure(spec)
      await walk.untilState(spec.id, 'running')
      await walk.driver.stop(spec.id)
      await walk.untilState(spec.id, 'stopped')
      await walk.driver.remove(spec.id)
      await walk.under.pass(100)
      expect(seen).toContain('running')
      expect(seen).toContain('stopped')
      expect(seen.at(-1)).toBeUndefined()
      const count = seen.length
      leave()
      await walk.driver.ensure(specOf('db2'))
      await walk.under.pass(100)
      expect(seen).toHaveLength(count)
    })

    test('a guest may go down or start over by itself', async () => {
      const spec = await walk.booted(specOf('db1'))
      await walk.type(spec.id, `${walk.under.guest.reboot}\r`)
      await walk.untilState(spec.id, 'rebooting')
      await walk.untilState(spec.id, 'running')
      await walk.untilPrompt(spec, 2)
      await walk.type(spec.id, `${walk.under.guest.poweroff}\r`)
      await walk.untilState(spec.id, 'stopping')
      await walk.untilState(spec.id, 'stopped')
    })

    test('the console keeps its offsets over a reboot of the guest', async () => {
      const spec = await walk.booted(specOf('db1'))
      const console = await walk.console(spec.id)
      const before = await console.history({ most_recent: 0, max_bytes: 1 })
      await walk.driver.reboot(spec.id)
      await walk.untilPrompt(spec, 2)
      const again = await (await walk.console(spec.id)).history({ most_recent: 0, max_bytes: 1 })
      if ('forgotten' in before || 'forgotten' in again) throw new Error('nothing that short is forgotten')
      expect(again.last_byte_offset).toBeGreaterThan(before.last_byte_offset)
    })

    test('history from the start, from the end, and past the end', async () => {
      const spec = await walk.booted(specOf('db1'))
      const console = await walk.console(spec.id)
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

    test('viewers read at their own pace what the guest prints, and learn why it ends', async () => {
      const spec = await walk.booted(specOf('db1'))
      const console = await walk.console(spec.id)
      const total = (await walk.text(spec.id)).length
      const fast = console.attach({ most_recent: 0 })
      const slow = console.attach({ from_start: 0 })
      const gone = console.attach({ most_recent: 0 })
      const left = gone.read(1)
      gone.close()
      expect(await left).toMatchObject({ ended: 'closed' })
      const waiting = fast.read(1)
      await walk.type(spec.id, 'x')
      expect(await waiting).toMatchObject({ data: Uint8Array.of(120), skipped: 0 })
      expect(await slow.read(10)).toMatchObject({ last_byte_offset: 10 })
      const ends = Promise.all([readToEnd(fast), readToEnd(slow)])
      await walk.driver.stop(spec.id)
      await walk.untilState(spec.id, 'stopped')
      for (const { end } of await ends) expect(end).toMatchObject({ ended: 'stopped' })
      expect((await ends)[1].bytes).toBeGreaterThanOrEqual(total - 10)
    })

    test('counters only grow, and start anew with the machine', async () => {
      const spec = specOf('db1')
      expect(await walk.driver.statistics(spec.id)).toBeUndefined()
      await walk.booted(spec)
      const flat = async () => {
        const statistics = await walk.driver.statistics(spec.id)
        if (!statistics) throw new Error('a running machine has statistics')
        const { start_time, time, vcpus, disks, nics } = statistics
        expect([vcpus.length, disks.length, nics.length]).toEqual([2, 1, 1])
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
      await walk.driver.stop(spec.id)
      await walk.untilState(spec.id, 'stopped')
      expect(await walk.driver.statistics(spec.id)).toBeUndefined()
    })

    test('all statistics are those of each machine', async () => {
      expect(await walk.driver.allStatistics()).toEqual([])
      const specs = [await walk.booted(specOf('one')), await walk.booted(specOf('two'))]
      await walk.driver.ensure(specOf('three'))
      const all = await walk.driver.allStatistics()
      expect(all.map(({ id }) => id).sort()).toEqual(specs.map(({ id }) => id).sort())
      for (const { id, time: _time, ...statistics } of all) {
        const { time: _own, ...own } = (await walk.driver.statistics(id))!
        expect(Object.keys(statistics).sort()).toEqual(Object.keys(own).sort())
        expect(statistics.start_time).toEqual(own.start_time)
        for (const { reads, writes, flushes, latency, size, bytes_read } of statistics.disks) {
          expect([total(latency.read), total(latency.write), total(latency.flush)]).toEqual([reads, writes, flushes])
          expect([total(size.read), total(size.write)]).toEqual([reads, writes])
          expect(size.read.sum).toBe(bytes_read)
          for (const { bins, counts } of [latency.read, size.read]) expect(counts).toHaveLength(bins.length)
        }
      }
    })

    test('sensors are read for the sleds asked for, and only for those', async () => {
      const sleds = [{ id: 'sled-1', threads: 64 }]
      const readings = await walk.driver.readSensors(sleds)
      expect(readings.every(({ sled_id }) => sled_id === 'sled-1')).toBe(true)
      const names = readings.flatMap(({ id, kind, sensors }) =>
        sensors.map((each) => `${kind}/${id}/${each.sensor}/${each.kind}`),
      )
      expect(new Set(names).size).toBe(names.length)
      expect(await walk.driver.readSensors([])).toEqual([])
    })

    test('machines go on while nobody watches', async () => {
      const running = await walk.booted(specOf('one'))
      const starting = specOf('two')
      const stopping = await walk.booted(specOf('three'))
      const before = await walk.driver.statistics(running.id)
      await walk.type(running.id, 'half a wo')
      await walk.driver.ensure(starting)
      await walk.driver.stop(stopping.id)
      await walk.reopen()
      expect((await walk.driver.find(running.id))?.state).toBe('running')
      expect(await walk.text(running.id)).toContain(walk.under.guest.prompt(running))
      expect((await walk.driver.statistics(running.id))?.start_time).toEqual(before?.start_time)
      await walk.untilState(starting.id, 'running')
      await walk.untilPrompt(starting)
      await walk.untilState(stopping.id, 'stopped')
      await walk.driver.ensure(stopping)
      expect((await walk.driver.find(stopping.id))?.state).toBe('stopped')
    })

    test('a closed driver says so', async () => {
      const closed = walk.driver
      await closed.ensure(specOf('db1'))
      await walk.reopen()
      await expect(closed.list()).rejects.toMatchObject({ code: 'closed' })
      await closed.close()
    })
  })
}
