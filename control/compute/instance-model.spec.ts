// Random histories against a small model: users send requests, machines fail, drivers refuse, control planes stop and crash.
// Every response matches the state, every state transition is legal, and nothing is left over at the end.
import { assert, asyncProperty, array, constantFrom, integer, oneof, record, boolean } from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { InstanceState } from '#contract/instance-states.ts'
import type { Machines } from '#drivers/machines.ts'
import { holdsMachine } from './instance-actions.ts'
import { breath, GIB, instanceBody, listMachines, until, type Compute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'
import { makeLives, type Lives } from '../testing/crashing-control-plane.ts'

const RUNS = Number(process.env.MODEL_RUNS ?? 6)
const names = ['plain', 'other', 'refuses-to-start', 'fails-after-boot', 'slow-to-stop'] as const
type Name = (typeof names)[number]

const asks = ['start', 'stop', 'reboot', 'migrate', 'delete'] as const
type Ask = (typeof asks)[number]

const name = constantFrom(...names)
const command = oneof(
  record({ ask: constantFrom('create' as const), name, start: boolean() }),
  record({ ask: constantFrom(...asks), name }),
  record({ ask: constantFrom('attach' as const, 'detach' as const), name, disk: constantFrom('d0', 'd1') }),
  record({ ask: constantFrom('wait' as const), milliseconds: integer({ min: 100, max: 8000 }) }),
  record({ ask: constantFrom('restart' as const) }),
  record({
    ask: constantFrom('kill' as const),
    during: constantFrom(...asks),
    name,
    steps: integer({ min: 0, max: 12 }),
  }),
)
type Command = typeof command extends { generate: (...given: never[]) => { value: infer C } } ? C : never

/** Legal transitions. Between two observations there may have been several. */
const next: Record<string, readonly InstanceState[]> = {
  starting: ['running', 'rebooting', 'stopping', 'stopped', 'failed'],
  running: ['rebooting', 'stopping', 'failed'],
  migrating: ['running', 'stopping', 'failed'],
  rebooting: ['running', 'stopping', 'failed'],
  stopping: ['stopped'],
  stopped: [],
  // automatic restart
  failed: ['starting'],
}

function reachable(from: InstanceState): Set<InstanceState> {
  const seen = new Set<InstanceState>([from])
  for (const state of seen) for (const each of next[state] ?? []) seen.add(each)
  return seen
}

/** The required status of a request in a state. */
function expected(ask: Ask, state: InstanceState): number {
  switch (ask) {
    case 'start':
      return state === 'stopping' ? 409 : 202
    case 'stop':
      return 202
    case 'reboot':
      return state === 'running' || state === 'rebooting' ? 202 : 400
    case 'migrate':
      return state === 'running' ? 202 : 400
    case 'delete':
      return holdsMachine(state) ? 400 : 204
  }
}

/** Fails at random, before or after doing the work. */
function unreliable(isOff: () => boolean) {
  let calls = 0
  const verbs = ['ensure', 'stop', 'reboot', 'remove'] as const
  return (driver: Machines): Machines => {
    for (const verb of verbs) {
      const real = driver[verb].bind(driver) as (...given: never[]) => Promise<void>
      const flaky = async (...given: never[]) => {
        const turn = isOff() ? 1 : ++calls % 7
        const refusal = Object.assign(new Error('no'), { name: 'DriverError', code: turn === 3 ? 'busy' : 'refused' })
        if (turn === 3) throw refusal
        await real(...given)
        if (turn === 5) throw refusal
      }
      Object.assign(driver, { [verb]: flaky })
    }
    return driver
  }
}

class Model {
  readonly lives: Lives
  /** The last observed state of each instance. */
  readonly seen = new Map<Name, InstanceState>()
  /** The instance each disk is attached to. */
  readonly disks = new Map<string, Name>()

  constructor(lives: Lives) {
    this.lives = lives
  }

  get world(): Compute {
    return this.lives.current.compute
  }

  path = (name: Name, more = '') => `/v1/instances/${name}${more}?project=web`

  send = (ask: Ask, name: Name) => {
    const { admin } = this.world
    if (ask === 'delete') return admin.raw('DELETE', this.path(name))
    if (ask !== 'migrate') return admin.raw('POST', this.path(name, `/${ask}`))
    return admin.raw('POST', `/rackwright/instances/${name}/migrate?project=web`, {})
  }

  async state(name: Name): Promise<InstanceState | undefined> {
    const { status, body } = await this.world.admin.raw('GET', this.path(name))
    return status === 404 ? undefined : (body.run_state as InstanceState)
  }

  async run(command: Command): Promise<void> {
    await this.world.calm(100)
    await this.look()
    switch (command.ask) {
      case 'wait':
        await this.world.clock.advance(command.milliseconds)
        break
      case 'restart':
        await this.world.plane.stop()
        await this.world.host.machines.close()
        await this.awake()
        break
      case 'kill':
        await this.killDuring(command.during, command.name, command.steps)
        break
      case 'create':
        await this.create(command.name, command.start)
        break
      case 'attach':
      case 'detach':
        await this.plug(command.ask, command.name, command.disk)
        break
      default:
        await this.act(command.ask, command.name)
    }
    await this.world.calm(100)
    await this.look()
    await this.check()
  }

  async create(name: Name, start: boolean) {
    const known = this.seen.has(name)
    const reply = await this.world.admin.raw('POST', '/v1/instances?project=web', instanceBody(name, { start }))
    expect(reply.status, JSON.stringify(reply.body)).toBe(known ? 400 : 201)
    if (!known) this.seen.set(name, reply.body.run_state as InstanceState)
  }

  async act(ask: Ask, name: Name) {
    const before = this.seen.get(name)
    const { status, body } = await this.send(ask, name)
    expect(status, `${ask} of ${name}, which is ${before}: ${JSON.stringify(body)}`).toBe(
      before === undefined ? 404 : expected(ask, before),
    )
    if (status === 202) this.seen.set(name, ask === 'migrate' ? 'migrating' : (body.run_state as InstanceState))
    if (status === 204) this.forget(name)
  }

  /** Without a response it is unknown whether the request took effect: both outcomes are fine. */
  async killDuring(ask: Ask, name: Name, steps: number) {
    const life = this.lives.current
    const before = this.seen.get(name)
    life.arm(steps)
    const asking = this.send(ask, name)
    await Promise.race([asking, life.died])
    for (let turn = 0; turn < 30 && !life.isDead; turn++) {
      await this.world.clock.advance(100)
      await breath()
    }
    life.kill()
    await this.awake()
    if (before === undefined) return
    const asked = {
      start: 'starting',
      stop: 'stopping',
      reboot: 'rebooting',
      migrate: 'migrating',
      delete: undefined,
    } as const
    const now = await this.state(name)
    const possible: (string | undefined)[] = [...reachable(before)]
    if (expected(ask, before) < 300) possible.push(...(asked[ask] ? reachable(asked[ask]) : [undefined]))
    expect(possible, `${name} was ${before} when it was killed during ${ask}`).toContain(now)
    if (now) this.seen.set(name, now)
    else this.forget(name)
  }

  /** Starts the next control plane and waits until it has reconciled everything, including automatic restarts. */
  async awake() {
    await this.lives.next()
    const { db, clock } = this.world.host
    const now = clock.now().toISOString()
    await until(this.world, 'the first look', async () => {
      const lease = await db.read.selectFrom('lease').selectAll().where('name', '=', 'instance').executeTakeFirst()
      return lease !== undefined && lease.time_expires > now
    })
    await this.world.clock.advance(2_500)
    await this.world.calm(100)
  }

  forget(name: Name) {
    this.seen.delete(name)
    for (const [disk, holder] of this.disks) if (holder === name) this.disks.delete(disk)
  }

  async plug(ask: 'attach' | 'detach', name: Name, disk: string) {
    const before = this.seen.get(name)
    const holder = this.disks.get(disk)
    const { status, body } = await this.world.admin.raw('POST', this.path(name, `/disks/${ask}`), { disk })
    const isSame = ask === 'attach' ? holder === name : holder === undefined
    const isOpen = before === 'stopped' || (ask === 'detach' && before === 'failed')
    const isOurs = ask === 'attach' ? holder === undefined : holder === name
    const wanted = before === undefined ? 404 : isSame || (isOpen && isOurs) ? 202 : 400
    expect(status, `${ask} ${disk}, of ${holder}, ${name} is ${before}: ${JSON.stringify(body)}`).toBe(wanted)
    if (status !== 202) return
    if (ask === 'attach') this.disks.set(disk, name)
    else this.disks.delete(disk)
  }

  /** Checks that all transitions since the last look were legal. */
  async look() {
    for (const [name, before] of this.seen) {
      const now = await this.state(name)
      expect([...reachable(before)], `${name} was ${before}`).toContain(now)
      this.seen.set(name, now!)
    }
  }

  async check() {
    // a control plane that just started may restart failed instances between two looks
    await until(this.world, 'the quota to be what the instances hold', async () => {
      await this.look()
      const holding = [...this.seen.values()].filter(holdsMachine).length
      const { cpus, memory } = await this.world.usage()
      return cpus === holding && memory === holding * GIB
    })
    for (const disk of ['d0', 'd1']) {
      const { state } = await this.world.ok('GET', `/v1/disks/${disk}?project=web`)
      expect(state).toMatchObject({ state: this.disks.has(disk) ? 'attached' : 'detached' })
    }
    expect(this.world.errors).toEqual([])
  }

  async end() {
    for (const name of this.seen.keys()) {
      await this.world.admin.raw('POST', this.path(name, '/stop'))
    }
    await this.world.quiet()
    for (const name of this.seen.keys()) {
      const { status, body } = await this.world.admin.raw('DELETE', this.path(name))
      expect(status, `${name}: ${JSON.stringify(body)}`).toBe(204)
    }
    await this.world.quiet()
    const sleds = await this.world.host.db.read.selectFrom('sled').select('id').execute()
    expect(sleds).toHaveLength(2)
    expect(await listMachines(this.world.host.machines, sleds)).toEqual([])
    expect(await this.world.usage()).toMatchObject({ cpus: 0, memory: 0 })
  }
}

const blank = (name: string) => ({
  name,
  description: '',
  size: GIB,
  disk_source: { type: 'blank', block_size: 512 },
})

eachDatabase((_name, open) => {
  describe('instances in random histories', () => {
    test('match the model and leave nothing behind', { timeout: 300_000 }, async () => {
      await assert(
        asyncProperty(array(command, { minLength: 5, maxLength: 25 }), async (commands) => {
          let isOver = false
          const lives = await makeLives(
            await open(),
            unreliable(() => isOver),
            2,
          )
          const { compute } = lives.current
          for (const disk of ['d0', 'd1']) await compute.ok('POST', '/v1/disks?project=web', blank(disk))
          await compute.quiet()
          const before = await compute.rowCounts()
          const model = new Model(lives)
          for (const each of commands) await model.run(each)
          isOver = true
          await model.end()
          expect(await model.world.rowCounts()).toEqual(before)
          await model.world.stop()
        }),
        {
          numRuns: RUNS,
          seed: Number(process.env.MODEL_SEED ?? 20250303),
          endOnFailure: process.env.SHRINK === undefined,
        },
      )
    })
  })
})
