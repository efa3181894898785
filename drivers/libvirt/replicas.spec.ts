// Two servers on the same hosts, as replicas are: neither undoes what the other does, and when one is killed the other goes on.
import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DriverError } from '../driver-error.ts'
import type { Lease } from '../lease.ts'
import { SLEDS, specOf, Walkthrough } from '../machines.cases.ts'
import type { MachineSpec } from '../machines.ts'
import { startTestHosts, type LibvirtUnderTest, type TestHosts } from './testing/under-test.ts'
import { needing } from '../../scripts/needs.mjs'

const COPY = { id: 'copy', size: specOf('db1').disks[0]!.size }

/** What replicas have in their database. */
function makeLeases() {
  const works = new Set<string>()
  let holder = ''
  return {
    give: (name: string) => void (holder = name),
    forget: () => works.clear(),
    for: (name: string): Lease => ({
      isHeld: () => holder === name,
      async alone(what, work) {
        if (works.has(what)) throw new DriverError('busy', what)
        works.add(what)
        return work(new AbortController().signal).finally(() => works.delete(what))
      },
    }),
  }
}

/** A server that is killed before the first such command, once it is told to be. */
function mortal(command: string) {
  const life = { isAtRisk: false, isKilled: false }
  const interrupt = async (next: string) => {
    if (life.isAtRisk && next.startsWith(command)) life.isKilled = true
    if (life.isKilled) await new Promise(() => undefined)
  }
  const end = (walk: Walkthrough) => walk.until('the first to be killed', async () => life.isKilled || undefined)
  return { life, interrupt, end }
}

describe('two servers on one libvirt', needing('machines'), () => {
  let hosts: TestHosts
  beforeAll(async () => {
    hosts = await startTestHosts(SLEDS)
  })
  afterAll(() => hosts.remove())

  const virsh = (...args: string[]) =>
    execFileSync('virsh', ['-q', '-c', hosts.daemons.get('sled-1')!.uri, ...args], { encoding: 'utf8' })
  const processOf = async ({ id }: MachineSpec) =>
    Number(await readFile(join(hosts.daemons.get('sled-1')!.folder, `run/qemu/rackwright-${id}.pid`), 'utf8'))

  async function twice(
    work: (one: LibvirtUnderTest, other: LibvirtUnderTest, leases: ReturnType<typeof makeLeases>) => Promise<void>,
    interrupt?: (command: string) => Promise<void> | void,
  ) {
    const leases = makeLeases()
    leases.give('one')
    const one = await hosts.open(interrupt, { lease: leases.for('one') })
    const other = await one.beside({ lease: leases.for('other') })
    try {
      await work(one, other, leases)
    } finally {
      for (const name of virsh('list', '--all', '--name').split('\n').filter(Boolean)) {
        execFileSync('sh', [
          '-c',
          `virsh -q -c "$1" destroy ${name} 2>/dev/null || true`,
          'sh',
          hosts.daemons.get('sled-1')!.uri,
        ])
        virsh('undefine', name, '--nvram')
      }
      await other.driver.close()
      // one that was killed never answers
      await Promise.race([one.driver.close(), sleep(1000)])
    }
  }

  test('a server that starts leaves alone what the other one is starting', () =>
    twice(async (one, other) => {
      const [walk, beside] = [new Walkthrough(one), new Walkthrough(other)]
      const spec = specOf('db1')
      await walk.driver.ensure(spec)
      for (let n = 0; n < 3; n++) await beside.reopen()
      await walk.untilState(spec, 'running')
      const pid = await processOf(spec)
      await beside.reopen()
      await walk.untilPrompt(spec)
      expect(await beside.driver.find(spec)).toMatchObject({ state: 'running' })
      expect(await beside.list()).toMatchObject([{ id: spec.id, state: 'running' }])
      expect(await processOf(spec)).toBe(pid)
    }))

  test('when both believe that they hold the lease, a machine still starts once', () =>
    twice(async (one, _, leases) => {
      const both: Lease = { ...leases.for('one'), isHeld: () => true }
      const walk = new Walkthrough(one)
      const spec = specOf('db1')
      await walk.driver.ensure(spec)
      const rival = new Walkthrough(await one.beside({ lease: both }))
      await walk.untilState(spec, 'running')
      await rival.untilState(spec, 'running')
      await walk.untilPrompt(spec)
      expect((await walk.driver.find(spec))?.state).toBe('running')
      await rival.driver.close()
    }))

  test('a server that stood still does not start what the other one has stopped meanwhile', async () => {
    const spec = specOf('db1')
    let rival: Walkthrough | undefined
    let hasStopped = false
    const standing = async (command: string) => {
      if (hasStopped || !command.startsWith('start')) return
      hasStopped = true
      await rival!.driver.stop(spec)
      await rival!.untilState(spec, 'stopped')
    }
    await twice(async (one, other) => {
      rival = new Walkthrough(other)
      await one.driver.ensure(spec)
      await rival.until('the stop', async () => hasStopped || undefined)
      // what was under way ends
      await one.driver.close()
      expect(virsh('list', '--name')).not.toContain(spec.id)
      expect(await rival.driver.find(spec)).toMatchObject({ state: 'stopped' })
    }, standing)
  })

  test('the other one goes on when the one that starts a machine is killed', async () => {
    const { life, interrupt, end } = mortal('resume')
    await twice(async (one, other, leases) => {
      const walk = new Walkthrough(other)
      const spec = specOf('db1')
      life.isAtRisk = true
      await one.driver.ensure(spec)
      await end(walk)
      expect((await walk.driver.find(spec))?.state).toBe('starting')
      leases.give('other')
      await walk.untilState(spec, 'running')
      await walk.untilPrompt(spec)
    }, interrupt)
  })

  test('the other one goes on when the one that stops a machine is killed', async () => {
    const { life, interrupt, end } = mortal('shutdown')
    await twice(async (one, other, leases) => {
      const walk = new Walkthrough(other)
      const spec = await new Walkthrough(one).booted(specOf('db1'))
      life.isAtRisk = true
      await one.driver.stop(spec)
      await end(walk)
      expect((await walk.driver.find(spec))?.state).toBe('stopping')
      leases.give('other')
      await walk.untilState(spec, 'stopped')
    }, interrupt)
  })

  test('the holder goes on when the other one is killed while it defines a machine', async () => {
    const { life, interrupt, end } = mortal('define')
    await twice(async (one, other, leases) => {
      leases.give('other')
      const walk = new Walkthrough(other)
      const spec = specOf('db1')
      life.isAtRisk = true
      void one.driver.ensure(spec).catch(() => undefined)
      await end(walk)
      // whoever asked for it asks again
      await walk.booted(spec)
      await walk.driver.stop(spec)
      await walk.untilState(spec, 'stopped')
    }, interrupt)
  })

  test('the holder goes on when the other one is killed while it writes down that a machine stops', async () => {
    const { life, interrupt, end } = mortal('metadata')
    await twice(async (one, other, leases) => {
      leases.give('other')
      const walk = new Walkthrough(other)
      const spec = await walk.booted(specOf('db1'))
      life.isAtRisk = true
      void one.driver.stop(spec).catch(() => undefined)
      await end(walk)
      expect((await walk.driver.find(spec))?.state).toBe('running')
      await walk.driver.stop(spec)
      await walk.untilState(spec, 'stopped')
    }, interrupt)
  })

  test('the holder starts what the other one has defined before it was killed', async () => {
    const { life, interrupt, end } = mortal('')
    await twice(async (one, other, leases) => {
      leases.give('other')
      const walk = new Walkthrough(other)
      const spec = specOf('db1')
      await one.driver.ensure(spec)
      life.isAtRisk = true
      void one.driver.find(spec).catch(() => undefined)
      await end(walk)
      await walk.untilState(spec, 'running')
      await walk.untilPrompt(spec)
    }, interrupt)
  })

  test('a copy that one makes is not given up by the other, and is made again when the one is killed', async () => {
    let isKilled = false
    let copies = 0
    const dying = async (command: string) => {
      // the mirror is there by then
      if (command.includes('query-jobs') && command.includes('copy') === false) copies++
      if (copies > 2) isKilled = true
      if (isKilled) await new Promise(() => undefined)
    }
    await twice(async (one, other, leases) => {
      const walk = new Walkthrough(one)
      const spec = await walk.booted(specOf('db1'))
      copies = 0
      void one.driver.copyDisk(spec, 'disk-of-db1', COPY).catch(() => undefined)
      await walk.until('the copy to begin', async () => copies > 0 || undefined)
      await expect(other.driver.copyDisk(spec, 'disk-of-db1', COPY)).rejects.toMatchObject({ code: 'busy' })
      await walk.until('the first to be killed', async () => isKilled || undefined)
      leases.give('other')
      leases.forget()
      await other.driver.copyDisk(spec, 'disk-of-db1', COPY)
      expect((await one.blocks.list()).map(({ id }) => id).sort()).toEqual(['copy', 'disk-of-db1'])
    }, dying)
  })
})
