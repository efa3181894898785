// The simulated driver with machines in a database: the test suite for drivers, and two replicas on one database.
import { expect, test } from 'vitest'
import { machinesCases, specOf, Walkthrough } from '#drivers/machines.cases.ts'
import { makeMemoryBlocks } from '#drivers/simulated/blocks-memory.ts'
import { makeSimulatedHosts } from '#drivers/simulated/hosts.ts'
import { makeSimulatedRack } from '#drivers/simulated/rack.ts'
import { testingClock } from '#drivers/testing-clock.ts'
import type { Database } from '../db/database.ts'
import { recallUntil } from '../demo/world.ts'
import { breath } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'
import { seededRandom } from '../testing/ports.ts'
import { sha256 } from '../testing/world.ts'
import { makeMachineStore, MAX_RUNS } from './machine-store.ts'

const decode = (text: string) => Buffer.from(text, 'base64')

function setUp(db: Database) {
  const clock = testingClock()
  const hosts = makeSimulatedHosts()
  const blocks = makeMemoryBlocks(sha256)
  const rack = () =>
    makeSimulatedRack({
      clock,
      random: seededRandom(),
      sleds: 2,
      hosts,
      volumes: blocks,
      machineStore: makeMachineStore(db, decode),
    })
  const make = () => rack().machines
  let driver = make()
  const under = {
    driver,
    blocks,
    setHost: hosts.set,
    countedNics: 1,
    /** Machines run in virtual time, databases in real time. */
    async pass(milliseconds: number) {
      await clock.advance(milliseconds)
      await breath()
    },
    guest: {
      prompt: ({ hostname }: { hostname: string }) => `${hostname} login: `,
      poweroff: 'poweroff',
      reboot: 'reboot',
    },
    async reopen() {
      await driver.close()
      return (driver = make())
    },
  }
  return { under, make, rack, clock }
}

eachDatabase((name, open) => {
  machinesCases(`simulated on ${name}`, async () => setUp(await open()).under)

  test('a megabyte of output is returned unchanged, and of five megabytes the middle is dropped', async () => {
    const walk = new Walkthrough(setUp(await open()).under)
    const spec = await walk.booted(specOf('db1'))
    await walk.type(spec, 'yes-flood 900\r')
    const text = await walk.text(spec)
    expect(text.match(/^y{62}\r$/gm)).toHaveLength(900 * 16)
    await walk.type(spec, 'yes-flood 5000\r')
    const port = await walk.console(spec)
    expect(await port.history({ from_start: 2 ** 21, max_bytes: 10 })).toMatchObject({ forgotten: { from: 2 ** 20 } })
    expect(await port.history({ from_start: 0, max_bytes: 9e9 })).toMatchObject({ last_byte_offset: 2 ** 20 })
    const end = await port.history({ most_recent: 2 ** 20, max_bytes: 9e9 })
    if ('forgotten' in end) throw new Error('the end is kept')
    expect(end.data).toHaveLength(2 ** 20)
    expect(new TextDecoder().decode(end.data)).toMatch(/^y*\r\n(y{62}\r\n)+db1 login: $/)
    await walk.driver.close()
  })

  test('removed machines and their output are deleted after a while', async () => {
    const db = await open()
    const { under, clock } = setUp(db)
    const walk = new Walkthrough(under)
    for (const name of ['one', 'two']) {
      await walk.booted(specOf(name))
      await walk.driver.remove(specOf(name))
      clock.skip(300_000)
    }
    const rows = await db.read.selectFrom('simulated_machine').select('id').execute()
    expect(rows).toEqual([{ id: 'id-of-two' }])
    await walk.driver.close()
  })

  test('with recall, the last hundred runs of removed and replaced machines are kept', async () => {
    const db = await open()
    await db.transaction((tx) => recallUntil(tx, null))
    const { under, clock, rack } = setUp(db)
    const { driver } = under
    const spec = specOf('db1')
    const ends: number[] = []
    for (let generation = 1; generation <= MAX_RUNS + 2; generation++) {
      await driver.ensure({ ...spec, generation })
      clock.skip(60_000)
      if (generation % 2 === 0) await driver.remove(spec)
      ends.push(clock.now().getTime())
    }
    const kept = await makeMachineStore(db, decode).endedRuns({ machine_id: spec.id })
    expect(kept.map(({ ended }) => ended)).toEqual(ends.slice(-MAX_RUNS))
    expect(new Set(kept.map(({ seed }) => seed)).size).toBe(1)
    expect(await makeMachineStore(db, decode).endedRuns({ sled_id: spec.sled_id })).toEqual(kept)
    await driver.close()

    const later = rack()
    const [found] = await (await later.recall.open())!.machine(spec.id, 'vcpus', [ends.at(-1)!])
    expect(found?.vcpus).toHaveLength(spec.ncpus)
    await later.machines.close()
  })

  test('without recall no runs are kept', async () => {
    const db = await open()
    const { under, clock, rack } = setUp(db)
    const { driver } = under
    const spec = specOf('db1')
    await driver.ensure(spec)
    clock.skip(60_000)
    await driver.remove(spec)
    expect(await rack().recall.open()).toBeUndefined()
    expect(await db.read.selectFrom('simulated_run').select('machine_id').execute()).toEqual([])
    await driver.close()
  })
})

eachDatabase(
  (_name, open) => {
    test('replicas see the same machine, share its console, and start it once', async () => {
      const { under, make, clock } = setUp(await open())
      const walk = new Walkthrough(under)
      const other = make()
      const spec = specOf('db1')
      await Promise.all([walk.driver.ensure(spec), other.ensure(spec), walk.driver.ensure(spec), other.ensure(spec)])
      expect(await other.list('sled-1')).toHaveLength(1)
      await walk.booted(spec)
      const viewer = (await other.console(spec))!.attach({ most_recent: 0 })
      await walk.type(spec, 'echo hel')
      await (await other.console(spec))!.write(new TextEncoder().encode('lo\r'))
      await clock.advance(1000)
      let seen = ''
      while (!seen.includes('hello\r\nhello\r\n')) {
        const piece = await viewer.read(1000)
        if ('ended' in piece) throw new Error(piece.reason)
        seen += new TextDecoder().decode(piece.data)
      }
      expect((await walk.text(spec)).endsWith(seen)).toBe(true)
      await other.stop(spec)
      expect((await walk.driver.find(spec))?.state).toBe('stopping')
      await Promise.all([walk.driver.close(), other.close()])
    })
  },
  ['postgres'],
)
