// What becomes of a machine when somebody uses libvirt directly.
import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SLEDS, specOf, Walkthrough } from '../machines.cases.ts'
import { startTestHosts, type TestHosts } from './testing/under-test.ts'
import { needing } from '../../scripts/needs.mjs'

const ID = '5ca1ab1e-0000-4000-8000-000000000077'
const NAME = `rackwright-${ID}`

describe('libvirt behind our back', needing('machines'), () => {
  let hosts: TestHosts
  const said: unknown[] = []
  beforeAll(async () => {
    hosts = await startTestHosts(SLEDS)
  })
  afterAll(() => hosts.remove())

  const virsh = (...args: string[]) =>
    execFileSync('virsh', ['-q', '-c', hosts.daemons.get('sled-1')!.uri, ...args], { encoding: 'utf8' }).trim()

  const removeDisk = async (command: string) => {
    if (command.startsWith('start ')) await rm(/<source file='([^']+)'/.exec(virsh('dumpxml', NAME))![1]!)
  }

  async function walking(
    work: (walk: Walkthrough, files: () => Promise<string[]>) => Promise<void>,
    interrupt?: (command: string) => Promise<void>,
  ) {
    const under = await hosts.open(interrupt, { warn: (_message, { why }) => said.push(why) })
    const walk = new Walkthrough(under)
    try {
      await work(walk, under.files)
    } finally {
      for (const at of await walk.list()) await walk.driver.remove(at)
      await walk.driver.close()
    }
  }
  const spec = specOf('db1', { id: ID })

  test('undefined while it runs: it can still be stopped, by force and by its guest', () =>
    walking(async (walk, files) => {
      for (const force of [true, false]) {
        await walk.booted({ ...spec, generation: force ? 1 : 2 })
        virsh('undefine', NAME)
        expect(await walk.driver.find(spec)).toMatchObject({ state: 'running' })
        await walk.driver.stop(spec, Infinity, { force })
        await walk.until('the domain to be gone', async () => (await walk.driver.find(spec)) === undefined || undefined)
        // the seed has keys and user data
        await walk.list()
        expect(await files()).toEqual([])
      }
    }))

  test('undefined while it runs: it can be removed and started again', () =>
    walking(async (walk) => {
      await walk.booted({ ...spec, generation: 1 })
      virsh('undefine', NAME)
      await walk.booted({ ...spec, generation: 2 })
      virsh('undefine', NAME)
      await walk.driver.remove(spec)
      expect(virsh('list', '--all', '--name')).toBe('')
    }))

  test('the machine of an instance has the UUID of the instance, at every start', () =>
    walking(async (walk) => {
      await walk.booted({ ...spec, generation: 1 })
      expect(virsh('domuuid', NAME)).toBe(ID)
      await walk.driver.ensure({ ...spec, generation: 2 })
      await walk.untilState(spec, 'running')
      expect(virsh('domuuid', NAME)).toBe(ID)
    }))

  test('a guest that panics has failed, and what it printed is kept', () =>
    walking(async (walk) => {
      await walk.booted(spec)
      await walk.type(spec, 'crash\r')
      expect(await walk.untilState(spec, 'failed')).toMatchObject({ reason: 'The kernel of the guest panicked.' })
      expect(await walk.text(spec)).toContain('crash')
      expect(virsh('domstate', NAME)).toBe('shut off')
    }))

  test('a disk whose file is missing is named without its path, except in the log', async () => {
    await walking(async (walk) => {
      await walk.driver.ensure(spec)
      const { reason } = await walk.untilState(spec, 'failed')
      expect(reason).toMatch(/a file of the host.*No such file or directory/)
      expect(reason).not.toContain('/')
      expect(said).toEqual([expect.stringContaining('/disk-of-db1')])
    }, removeDisk)
  })

  test('paused by hand, and ended by hand', () =>
    walking(async (walk) => {
      await walk.booted(spec)
      virsh('suspend', NAME)
      expect(await walk.driver.find(spec)).toMatchObject({
        state: 'running',
        pause_reason: 'Somebody has paused it on its host.',
      })
      virsh('resume', NAME)
      expect(await walk.driver.find(spec)).not.toHaveProperty('pause_reason')
      virsh('destroy', NAME)
      await walk.untilState(spec, 'stopped')
    }))
})
