// Kills the server, libvirtd or QEMU in the middle of an operation, and carries on as the control plane would: nothing may be stuck,
// duplicated or left behind. `npm run test:machines` kills each of them at every step of every operation.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DriverError } from '../driver-error.ts'
import { SLEDS, specOf, Walkthrough } from '../machines.cases.ts'
import type { Machines, MachineSpec, MachineState } from '../machines.ts'
import { startTestHosts, type TestHosts } from './testing/under-test.ts'
import { needing } from '../../scripts/needs.mjs'

type Victim = 'Rackwright' | 'libvirtd' | 'QEMU'

interface Operation {
  /** In which state the machine is before; undefined: there is none. */
  before?: MachineState
  act(driver: Machines, spec: MachineSpec): Promise<void>
  /** Undefined: it is gone. */
  after: MachineState | undefined
  /** In `npm test`. */
  kill: { victim: Victim; step: number }
}

const VICTIMS: Victim[] = ['Rackwright', 'libvirtd', 'QEMU']
const DISK = 'disk-of-db1'
const COPY = { id: 'copy', size: specOf('db1').disks[0]!.size }

const operations: Record<string, Operation> = {
  create: { act: (driver, spec) => driver.ensure(spec), after: 'running', kill: { victim: 'Rackwright', step: 4 } },
  start: {
    before: 'stopped',
    act: (driver, spec) => driver.ensure({ ...spec, generation: 2 }),
    after: 'running',
    kill: { victim: 'libvirtd', step: 5 },
  },
  stop: {
    before: 'running',
    act: (driver, spec) => driver.stop(spec),
    after: 'stopped',
    kill: { victim: 'QEMU', step: 3 },
  },
  reboot: {
    before: 'running',
    act: (driver, spec) => driver.reboot(spec, 'request'),
    after: 'running',
    kill: { victim: 'Rackwright', step: 3 },
  },
  snapshot: {
    before: 'running',
    act: (driver, spec) => driver.copyDisk(spec, DISK, COPY),
    after: 'running',
    kill: { victim: 'Rackwright', step: 9 },
  },
  delete: {
    before: 'running',
    act: (driver, spec) => driver.remove(spec),
    after: undefined,
    kill: { victim: 'libvirtd', step: 2 },
  },
}

const isEverything = process.env.MACHINE_KILLS === 'all'
const MAX_STEPS = 30

describe('libvirt, killed', needing('machines'), () => {
  let hosts: TestHosts
  beforeAll(async () => {
    hosts = await startTestHosts(SLEDS)
  })
  afterAll(() => hosts.remove())

  const folder = () => hosts.daemons.get('sled-1')!.folder
  const virsh = (...args: string[]) =>
    execFileSync('virsh', ['-q', '-c', hosts.daemons.get('sled-1')!.uri, ...args], { encoding: 'utf8' })

  /** Returns whether the operation had so many steps. */
  async function killedAt(operation: Operation, victim: Victim, step: number): Promise<boolean> {
    let steps = 0
    let isArmed = false
    let isDead = false
    let stopping: Promise<void> | undefined
    const burial = new AbortController()
    const death = new Promise<never>((_, reject) =>
      burial.signal.addEventListener('abort', () => reject(new Error('killed'))),
    )
    death.catch(() => undefined)
    const under = await hosts.open(async () => {
      if (isDead) return death
      if (!isArmed || ++steps !== step) return
      if (victim === 'QEMU') killGuest(folder())
      if (victim === 'libvirtd') await (stopping = Promise.resolve(under.setHost('sled-1', 'unreachable')))
      if (victim !== 'Rackwright') return
      isDead = true
      return death
    })
    const original = under.driver
    const walk = new Walkthrough(under)
    const spec = specOf('db1', { id: crypto.randomUUID() })
    if (operation.before) await walk.booted(spec)
    if (operation.before === 'stopped') {
      await walk.driver.stop(spec)
      await walk.untilState(spec, 'stopped')
    }
    isArmed = true
    const first = operation.act(walk.driver, spec).catch(() => undefined)
    // what the driver goes on with by itself
    await Promise.race([first.then(() => sleep(3000)), killed(() => steps >= step)])
    isArmed = false
    const wasKilled = steps >= step
    await stopping
    if (victim === 'libvirtd') await under.setHost('sled-1', 'up')
    // what it was doing besides calling virsh would have ended at once
    if (isDead) await sleep(1000)
    if (isDead) walk.driver = await under.reopen({ isKilled: true })
    else await first

    const goal = await carryOn(walk, spec, operation)
    expect(goal, `${victim} killed at step ${step}`).toBe(true)
    if (operation.act === operations.snapshot!.act && (await walk.driver.find(spec))?.state === 'running')
      expect((await under.blocks.list()).map(({ id }) => id).sort()).toEqual([COPY.id, DISK])
    await insistent(() => walk.driver.remove(spec))
    expect(virsh('list', '--all', '--name').trim()).toBe('')
    expect(await under.files()).toEqual([])
    await expect.poll(() => machineProcesses(spec.id), { timeout: 5000 }).toEqual([])
    expect((await under.blocks.list()).filter(({ id }) => id.includes('copying'))).toEqual([])
    burial.abort()
    await walk.driver.close()
    if (isDead) await original.close()
    return wasKilled
  }

  test('a copy that libvirt was not there to cancel is made again', async () => {
    let hasBegun = false
    let lost = 2
    const under = await hosts.open((command) => {
      hasBegun ||= command.includes('blockdev-mirror')
      if (hasBegun && command.includes('block-job-cancel') && lost-- > 0)
        throw new DriverError('host', 'it is restarting')
    })
    const walk = new Walkthrough(under)
    const spec = specOf('db1', { id: crypto.randomUUID() })
    await walk.booted(spec)
    await expect(walk.driver.copyDisk(spec, DISK, COPY)).rejects.toThrow('it is restarting')
    expect((await under.blocks.list()).map(({ id }) => id)).toEqual([DISK])
    await walk.driver.copyDisk(spec, DISK, COPY)
    expect((await under.blocks.list()).map(({ id }) => id).sort()).toEqual([COPY.id, DISK])
    await walk.driver.remove(spec)
    await walk.driver.close()
  })

  if (!isEverything)
    test.each(Object.entries(operations))('%s', async (_name, operation) => {
      expect(await killedAt(operation, operation.kill.victim, operation.kill.step)).toBe(true)
    })
  else
    describe.each(Object.entries(operations))('%s', (_name, operation) => {
      test.each(VICTIMS)('%s', { timeout: 600_000 }, async (victim) => {
        let step = 1
        while (step < MAX_STEPS && (await killedAt(operation, victim, step))) step++
        expect(step).toBeGreaterThan(1)
      })
    })
})

const readText = (file: string) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Finds the processes of one machine, known to libvirt or not. */
const machineProcesses = (id: string) =>
  readdirSync('/proc').filter(
    (pid) => /^\d+$/.test(pid) && readText(`/proc/${pid}/cmdline`).includes(`guest=rackwright-${id},`),
  )

function killGuest(folder: string) {
  const files = readdirSync(join(folder, 'run/qemu')).filter((name) => /^rackwright-.*\.pid$/.test(name))
  for (const file of files) process.kill(Number(readText(join(folder, 'run/qemu', file))), 'SIGKILL')
}

async function killed(isOver: () => boolean) {
  while (!isOver()) await sleep(20)
}

/** Repeats what passes by itself. */
async function insistent<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries > 100 || !(error instanceof DriverError) || !['host', 'busy'].includes(error.code)) throw error
      await sleep(200)
    }
  }
}

/** As the control plane does: asks for the same until it is so. A guest that was killed has failed, which is known and can be undone. */
async function carryOn(walk: Walkthrough, spec: MachineSpec, { act, after }: Operation): Promise<boolean> {
  for (let tries = 0; tries < 300; tries++) {
    const isDone = await insistent(() => act(walk.driver, spec)).then(
      () => true,
      (error: unknown) => {
        if (error instanceof DriverError) return false
        throw error
      },
    )
    const state = (await insistent(() => walk.driver.find(spec)))?.state
    if (state === 'failed' || (isDone && state === after)) return true
    await sleep(200)
  }
  return false
}
