// Machines that run move between two hosts, which are a libvirt and an sshd each, linked to each other and to nothing else.
import { execFileSync } from 'node:child_process'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { needing } from '../../../scripts/needs.mjs'
import { SLEDS, specOf, Walkthrough } from '../../machines.cases.ts'
import type { MachineAt } from '../../machines.ts'
import { nameOf } from '../record.ts'
import { type LibvirtUnderTest, startTestHosts, type TestHosts } from '../testing/under-test.ts'

const [HERE, THERE] = SLEDS as [string, string]
const MIB = 2 ** 20

describe('moves between hosts over SSH', needing('hosts'), () => {
  let hosts: TestHosts
  const open: Walkthrough[] = []
  beforeAll(async () => {
    hosts = await startTestHosts(SLEDS, { overSsh: true, areLinked: true })
  })
  afterEach(async () => {
    for (const walk of open.splice(0)) {
      for (const at of await walk.list()) await walk.driver.remove(at)
      await walk.driver.close()
    }
  })
  afterAll(() => hosts.remove())

  const virsh = (sled_id: string, ...args: string[]) =>
    execFileSync('virsh', ['-q', '-c', hosts.daemons.get(sled_id)!.uri, ...args], { encoding: 'utf8' }).trim()

  async function booted(name: string) {
    const under = await hosts.open()
    const walk = new Walkthrough(under)
    open.push(walk)
    const spec = specOf(name, { id: crypto.randomUUID(), memory: 256 * MIB })
    await walk.booted(spec)
    return { under, walk, spec }
  }

  async function untilEnd({ under, walk }: { under: LibvirtUnderTest; walk: Walkthrough }, at: MachineAt, id: string) {
    return walk.until(`the end of move ${id}`, async () => {
      const found = await under.migrations!.find(at, THERE, id)
      return found?.state === 'running' ? undefined : found
    })
  }

  test('takes the console with its history along', async () => {
    const world = await booted('db1')
    const { under, walk, spec } = world
    await walk.type(spec, 'before\r')
    await walk.untilPrompt(spec, 2)
    await under.migrations!.begin(spec, THERE, 'move-1')
    expect(await untilEnd(world, spec, 'move-1')).toMatchObject({ state: 'completed', to_sled_id: THERE })
    const moved = { ...spec, sled_id: THERE }
    expect(await walk.list()).toMatchObject([{ id: spec.id, sled_id: THERE, state: 'running', generation: 1 }])
    expect(virsh(HERE, 'list', '--all', '--name')).toBe('')
    await walk.type(moved, 'after\r')
    const text = await walk.untilPrompt(moved, 3)
    expect(text).toMatch(/booted[^]*before[^]*after/)
    expect(await under.migrations!.find(spec, THERE, 'move-1')).toMatchObject({ state: 'completed' })
    expect(virsh(THERE, 'domstate', nameOf(spec.id))).toBe('running')
  })
})
