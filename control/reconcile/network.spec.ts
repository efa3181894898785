// The running control plane applies every change to the network, waits a moment for it, and recovers from a network that fails.
import { afterEach, expect, test } from 'vitest'
import { DriverError } from '#drivers/driver-error.ts'
import { vpcOf } from '#drivers/network.cases.ts'
import { ANSWER_TIMEOUT_MS } from '#drivers/network.ts'
import { makeSimulatedNetwork, type SimulatedNetwork } from '#drivers/simulated/network.ts'
import { testingClock } from '#drivers/testing-clock.ts'
import type { Database } from '../db/database.ts'
import { breath, makeCompute, until, type Compute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'
import { makeWorld } from '../testing/world.ts'

const RULES = '/v1/vpc-firewall-rules?project=web&vpc=default'
const STATUS = '/rackwright/vpcs/default/network-status?project=web'

/** Lets time pass, no faster than a database responds, until this is over. Returns the milliseconds. */
async function timed(world: Compute, work: Promise<unknown>): Promise<number> {
  const started = world.clock.now().getTime()
  let isOver = false
  const over = work.finally(() => (isOver = true))
  await until(world, 'a response', async () => isOver, 1)
  await over
  return world.clock.now().getTime() - started
}

const noRules = (world: Compute) => world.ok('PUT', RULES, { rules: [] })

eachDatabase((_name, open) => {
  const stops: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })

  async function start(db: Database) {
    const clock = testingClock()
    const network = makeSimulatedNetwork({ clock })
    const behind: string[] = []
    const world = await makeCompute(db, {
      clock,
      network: { ...network, apply: (vpc) => network.apply(vpc), hostsBehind: async () => behind },
    })
    stops.push(world.stop)
    const status = () => world.ok('GET', STATUS)
    const settled = () => until(world, 'the network', async () => (await status()).is_applied === true)
    const vpc = (await world.ok('GET', '/v1/vpcs/default?project=web')).id as string
    return { world, network, clock, behind, status, settled, vpc }
  }

  test('a write is in force when its response arrives', async () => {
    const { world, network, status, vpc } = await start(await open())
    const before = await status()
    expect(before).toMatchObject({ is_applied: true, time_wanted: null, problem: null })
    // no time passes, so this is not the end of a wait
    await noRules(world)
    const after = await status()
    expect(after).toMatchObject({ wanted: Number(before.wanted) + 1, in_force: after.wanted, is_applied: true })
    expect(await network.find(vpc)).toMatchObject({ generation: after.wanted, rules: [] })
    await world.make('db')
    expect((await network.find(vpc))?.machines).toMatchObject([{ name: 'db', hostname: 'db', kind: 'instance' }])
    expect(world.errors).toEqual([])
  })

  test('a slow network delays the response by a second at most', async () => {
    const { world, network, status, settled } = await start(await open())
    network.setCondition({ confirmsAfterMs: 400 })
    const quick = await timed(world, noRules(world))
    expect(quick).toBeGreaterThanOrEqual(390)
    expect(quick).toBeLessThan(1000)
    expect(await status()).toMatchObject({ is_applied: true })
    network.setCondition({ confirmsAfterMs: 5000 })
    const wanted = world.clock.now().toISOString()
    const late = await timed(world, noRules(world))
    expect(late).toBeGreaterThanOrEqual(1000)
    expect(late).toBeLessThan(3000)
    expect(await status()).toMatchObject({ is_applied: false, time_wanted: wanted })
    await settled()
  })

  test('writes succeed while the network is down, and are applied when it is back', async () => {
    const { world, network, status, settled, vpc } = await start(await open())
    network.setCondition('unreachable')
    await timed(world, noRules(world))
    await timed(world, world.make('db'))
    expect(await status()).toMatchObject({ is_applied: false, problem: 'the network cannot be reached' })
    expect(await network.find(vpc)).toMatchObject({ machines: [] })
    network.setCondition('up')
    // it says that it is back, so nothing waits for a retry
    await until(world, 'the network', async () => (await status()).is_applied === true, 0)
    expect(await status()).toMatchObject({ problem: null, time_wanted: null })
    expect(await network.find(vpc)).toMatchObject({ rules: [], machines: [{ name: 'db' }] })
    await settled()
    expect(world.errors).toEqual([])
  })

  test('what is in force except on a silent host says so, which a change that is under way does not', async () => {
    const { world, network, behind, status } = await start(await open())
    expect(await status()).toMatchObject({ is_applied: true, silent_hosts: 0 })
    behind.push('rack-2')
    expect(await status()).toMatchObject({ is_applied: true, silent_hosts: 1 })
    network.setCondition('unreachable')
    await timed(world, noRules(world))
    expect(await status()).toMatchObject({ is_applied: false, silent_hosts: 0 })
  })

  test('why a change is not in force names no host to tenants, and does to operators', async () => {
    const { world, network, status } = await start(await open())
    network.apply = async () => {
      throw new DriverError('host', '1 host has not confirmed the change', 'not confirmed by rack-2')
    }
    await timed(world, noRules(world))
    await until(world, 'a problem', async () => (await status()).problem !== null)
    expect(await status()).toMatchObject({ problem: '1 host has not confirmed the change' })
    await until(world, 'an issue', async () => {
      const { items } = await world.ok('GET', '/rackwright/issues')
      return (items as { reason: string }[]).some(({ reason }) => reason?.includes('not confirmed by rack-2'))
    })
  })

  test('it retries by itself where the network does not say that it is back', async () => {
    const { world, network, status } = await start(await open())
    network.setCondition('hung')
    await timed(world, noRules(world))
    await until(world, 'a problem', async () => (await status()).problem === 'the network does not answer')
    network.setCondition({ confirmsAfterMs: 0 })
    await until(world, 'the network', async () => (await status()).is_applied === true)
    expect(world.errors).toEqual([])
  })

  test('a hung network delays no shutdown', async () => {
    const { world, network } = await start(await open())
    network.setCondition('hung')
    await timed(world, noRules(world))
    expect(await timed(world, world.plane.stop())).toBeLessThan(ANSWER_TIMEOUT_MS / 2)
  })

  test('a VPC deleted while the network is down is removed later', async () => {
    const { world, network, vpc } = await start(await open())
    const other = (await world.ok('POST', '/v1/vpcs?project=web', { name: 'lab', description: '', dns_name: 'lab' }))
      .id as string
    expect(await network.find(other)).toBeDefined()
    network.setCondition('unreachable')
    await timed(world, world.ok('DELETE', '/v1/vpc-subnets/default?project=web&vpc=lab'))
    await timed(world, world.ok('DELETE', '/v1/vpcs/lab?project=web'))
    expect(await network.find(other)).toBeDefined()
    network.setCondition('up')
    const rows = () => world.host.db.read.selectFrom('vpc_network').select('vpc_id').execute()
    await until(world, 'its removal', async () => (await rows()).length === 1, 0)
    expect(await rows()).toEqual([{ vpc_id: vpc }])
    expect(await network.find(other)).toBeUndefined()
    // and one that is deleted while it is up is gone at once
    await world.ok('POST', '/v1/vpcs?project=web', { name: 'lab', description: '', dns_name: 'lab' })
    await world.ok('DELETE', '/v1/vpc-subnets/default?project=web&vpc=lab')
    await world.ok('DELETE', '/v1/vpcs/lab?project=web')
    expect((await network.list()).map(({ vpc_id }) => vpc_id)).toEqual([vpc])
    expect(await rows()).toEqual([{ vpc_id: vpc }])
  })

  test('a network that lost everything, or knows too much, is brought in line', async () => {
    const { world, network, status, vpc } = await start(await open())
    const stray = vpcOf(1, 3)
    const isInLine = async () => {
      const [only, ...more] = await network.list()
      return more.length === 0 && only?.vpc_id === vpc && (await status()).in_force === only.generation
    }
    const compared = async (change: () => Promise<void>) => {
      await change()
      network.setCondition('unreachable')
      network.setCondition('up')
      await until(world, 'a comparison', isInLine, 0)
    }
    await compared(() => network.remove(vpc))
    await compared(() => network.apply(stray))
    // from before the database was restored from a backup
    const newer = { ...(await network.find(vpc))!, generation: 70, rules: [] }
    await compared(() => network.apply(newer))
    await until(world, 'a newer one', async () => (await status()).is_applied === true && isInLine(), 0)
    expect(await status()).toMatchObject({ wanted: 71 })
    expect((await network.find(vpc))?.rules).toHaveLength(3)
    expect(world.errors).toEqual([])
  })

  test('a restart finds what is in force, and applies nothing again', async () => {
    const db = await open()
    const { world, network } = await start(db)
    await world.make('db')
    await world.stop()
    stops.splice(0)
    let applied = 0
    const counting: SimulatedNetwork = { ...network, apply: (vpc) => ((applied += 1), network.apply(vpc)) }
    const again = await makeWorld(db, { clock: world.clock, network: counting })
    stops.push(again.stop)
    await again.plane.start()
    for (let turn = 0; turn < 50; turn++) await world.clock.advance(100).then(breath)
    expect(applied).toBe(0)
  })

  test('a response also ends when another replica confirms', async () => {
    const { world, network, vpc } = await start(await open())
    const { db, clock } = world.host
    const lease = {
      name: 'network',
      holder: world.host.random.uuid(),
      time_expires: new Date(clock.now().getTime() + 25_000).toISOString(),
    }
    await db.transaction(async (tx) => {
      await tx.deleteFrom('lease').where('name', '=', 'network').execute()
      await tx.insertInto('lease').values(lease).execute()
    })
    // until this replica asks for it again
    for (let turn = 0; turn < 12; turn++) await world.clock.advance(1000).then(breath)
    const before = (await network.find(vpc))!.generation
    const writing = noRules(world)
    const pending = () =>
      db.read.selectFrom('vpc_network').select('wanted').whereRef('wanted', '>', 'in_force').execute()
    await until(world, 'the write', async () => (await pending()).length === 1, 0)
    await db.transaction((tx) =>
      tx
        .updateTable('vpc_network')
        .set({ in_force: before + 1 })
        .execute(),
    )
    expect(await timed(world, writing)).toBeLessThan(200)
    expect((await network.find(vpc))!.generation).toBe(before)
  })
})
