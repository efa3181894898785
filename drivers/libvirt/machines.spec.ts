// The suites on real libvirt and QEMU. The machine's own daemon is never touched (testing/daemon.ts).
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hardwareCases } from '../hardware.cases.ts'
import { machinesCases, SLEDS, specOf, Walkthrough } from '../machines.cases.ts'
import { startTestHosts, type TestHosts } from './testing/under-test.ts'
import { uefiDisk } from './testing/uefi-guest.ts'
import { needing } from '../../scripts/needs.mjs'

const MEBIBYTE = 1024 * 1024
const SECTOR = 512
/** Where packages describe the firmware that they bring. */
const FIRMWARE = '/usr/share/qemu/firmware'

describe('libvirt', needing('machines'), () => {
  let hosts: TestHosts
  beforeAll(async () => {
    hosts = await startTestHosts(SLEDS)
  })
  afterAll(() => hosts.remove())

  machinesCases('libvirt', () => hosts.open())
  hardwareCases('libvirt', () => hosts.open())

  const virsh = (...args: string[]) =>
    execFileSync('virsh', ['-q', '-c', hosts.daemons.get('sled-1')!.uri, ...args], { encoding: 'utf8' })

  async function walking(work: (walk: Walkthrough, files: () => Promise<string[]>) => Promise<void>) {
    const under = await hosts.open()
    const walk = new Walkthrough(under)
    try {
      await work(walk, under.files)
    } finally {
      for (const at of await walk.list()) await walk.driver.remove(at)
      await walk.driver.close()
    }
  }

  test('a copy of a disk that the guest writes to is of one moment', () =>
    walking(async (walk) => {
      const { blocks } = walk.under
      const spec = specOf('db1')
      await blocks.create('disk-of-db1', spec.disks[0]!.size)
      // between the two places that the guest counts in, so that copying one after the other takes time
      const filler = crypto.getRandomValues(new Uint8Array(65_536))
      for (let at = MEBIBYTE; at < 127 * MEBIBYTE; at += filler.length) await blocks.write('disk-of-db1', at, filler)
      await walk.booted(spec)
      await walk.type(spec, 'write\r')
      const counters = async (volume: string) =>
        Promise.all(
          [64, 262_144].map(async (sector) => {
            const bytes = await blocks.read(volume, sector * SECTOR, 4)
            return new DataView(bytes.buffer).getUint32(0, true)
          }),
        )
      await walk.until('the guest to count', async () => ((await counters('disk-of-db1'))[1]! > 0 ? true : undefined))
      await walk.driver.copyDisk(spec, 'disk-of-db1', { id: 'copy', size: spec.disks[0]!.size })
      const [first = 0, second = 0] = await counters('copy')
      expect(first).toBeGreaterThan(0)
      expect([0, 1]).toContain(first - second)
      // the guest went on
      expect((await counters('disk-of-db1'))[0]).toBeGreaterThan(first)
      expect((await blocks.list()).map(({ id }) => id).sort()).toEqual(['copy', 'disk-of-db1'])
    }))

  test('a disk stays until the guest releases it', () =>
    walking(async (walk) => {
      const spec = await walk.booted(specOf('db1'))
      const extra = { ...spec.disks[0]!, id: 'extra', boot: false }
      await walk.under.blocks.create('extra', extra.size)
      await walk.driver.attachDisk(spec, extra)
      // a guest that does not run answers nothing
      virsh('suspend', `rackwright-${spec.id}`)
      for (let n = 0; n < 2; n++)
        await expect(walk.driver.detachDisk(spec, 'extra')).rejects.toMatchObject({ code: 'busy' })
      expect((await walk.statistics(spec))?.disks.map(({ disk_id }) => disk_id)).toContain('extra')
      virsh('resume', `rackwright-${spec.id}`)
      await walk.until('the guest to release it', () =>
        walk.driver.detachDisk(spec, 'extra').then(
          () => true,
          () => undefined,
        ),
      )
      expect((await walk.statistics(spec))?.disks.map(({ disk_id }) => disk_id)).toEqual(['disk-of-db1'])
    }))

  test('a machine whose process dies has failed, and says so', () =>
    walking(async (walk) => {
      const spec = await walk.booted(specOf('db1'))
      const file = join(hosts.daemons.get('sled-1')!.folder, `run/qemu/rackwright-${spec.id}.pid`)
      process.kill(Number(await readFile(file, 'utf8')), 'SIGKILL')
      expect(await walk.untilState(spec, 'failed')).toMatchObject({ reason: expect.stringContaining('process') })
      // libvirt forgets why a domain ended when it restarts
      await walk.under.setHost('sled-1', 'unreachable')
      await walk.under.setHost('sled-1', 'up')
      expect(await walk.driver.find(spec)).toMatchObject({ state: 'failed' })
      await walk.driver.stop(spec)
      expect(await walk.driver.find(spec)).toMatchObject({ state: 'stopped' })
    }))

  test('a machine that cannot start has failed, with what QEMU says', () =>
    walking(async (walk) => {
      const spec = specOf('db1')
      const refused = walk.driver.ensure({ ...spec, id: 'a/b' })
      await expect(refused).rejects.toMatchObject({ code: 'refused' })
      const memory = 2 ** 50
      await walk.driver.ensure({ ...spec, memory })
      expect(await walk.untilState(spec, 'failed')).toMatchObject({ reason: expect.stringMatching(/memory/i) })
    }))

  test('a guest that does not obey is asked for a minute, unless its stop is forced', () =>
    walking(async (walk) => {
      const spec = specOf('db1')
      // nothing to boot, so nobody watches the power button
      await walk.driver.ensure({ ...spec, disks: spec.disks.map((disk) => ({ ...disk, boot: false })) })
      await walk.untilState(spec, 'running')
      await walk.driver.stop(spec)
      await walk.under.pass(500)
      const { time_state_updated, time_forced, ssh } = (await walk.driver.find(spec))!
      expect(time_forced!.getTime() - time_state_updated.getTime()).toBe(60_000)
      expect(ssh).toEqual({ address: '127.0.0.1', port: expect.any(Number) })
      expect((await walk.driver.find(spec))?.state).toBe('stopping')
      const begun = Date.now()
      await walk.driver.stop(spec, 1, { force: true })
      await walk.untilState(spec, 'stopped')
      expect(Date.now() - begun).toBeLessThan(20_000)
    }))

  test('the screen is RFB, for several viewers at once, and ends with the machine', () =>
    walking(async (walk) => {
      const spec = await walk.booted(specOf('db1'))
      const [one, other] = [await walk.driver.screen(spec), await walk.driver.screen(spec)]
      for (const screen of [one!, other!]) {
        expect(new TextDecoder().decode(await screen.read())).toBe('RFB 003.008\n')
        await screen.write(new TextEncoder().encode('RFB 003.008\n'))
        // one way to log in: none, because only this user can open the socket
        expect([...(await screen.read())!]).toEqual([1, 1])
      }
      one!.close()
      expect(await one!.read()).toBeUndefined()
      await walk.driver.remove(spec)
      expect(await other!.read()).toBeUndefined()
      expect(await walk.driver.screen(spec)).toBeUndefined()
    }))

  test('the domains of others are neither shown nor touched', () =>
    walking(async (walk) => {
      const file = join(hosts.daemons.get('sled-1')!.folder, 'other.xml')
      for (const name of ['other', 'rackwright-other'])
        await writeFile(
          file,
          `<domain type="qemu"><name>${name}</name><memory>65536</memory><os><type arch="x86_64">hvm</type></os></domain>`,
        ).then(() => virsh('define', file))
      expect(await walk.list()).toEqual([])
      expect(await walk.driver.find({ id: 'other', sled_id: 'sled-1' })).toBeUndefined()
      await walk.driver.remove({ id: 'other', sled_id: 'sled-1' })
      expect(virsh('list', '--all', '--name')).toContain('rackwright-other')
      for (const name of ['other', 'rackwright-other']) virsh('undefine', name)
    }))

  describe('a disk that only UEFI can boot', needing('uefi'), () => {
    const { size } = specOf('db1').disks[0]!
    const write = async ({ under: { blocks } }: Walkthrough) => {
      await blocks.create('disk-of-db1', size)
      await blocks.write('disk-of-db1', 0, uefiDisk(size / SECTOR))
    }

    test('boots, and its variables are removed with the machine', () =>
      walking(async (walk, files) => {
        await write(walk)
        const spec = await walk.booted(specOf('db1', { ncpus: 1 }))
        const [, nvram = ''] = /<nvram.*>(.+)<\/nvram>/.exec(virsh('dumpxml', `rackwright-${spec.id}`)) ?? []
        expect(existsSync(nvram)).toBe(true)
        expect(nvram).toContain(`/machines/${spec.id}-1/`)
        await walk.driver.ensure({ ...spec, generation: 2 })
        await walk.untilState(spec, 'running')
        await walk.driver.remove(spec)
        expect(await files()).toEqual([])
        expect(virsh('list', '--all', '--name').trim()).toBe('')
      }))

    test('says what to install where there is no such firmware', () =>
      walking(async (walk) => {
        await write(walk)
        const spec = specOf('db1')
        const inside = (command: string) =>
          execFileSync('env', hosts.daemons.get(spec.sled_id)!.inside(command.split(' ')))
        inside(`mount -t tmpfs none ${FIRMWARE}`)
        try {
          // the version of libvirt decides when it looks for firmware
          const reason = await walk.driver.ensure(spec).then(
            async () => (await walk.untilState(spec, 'failed')).reason,
            (error: Error) => error.message,
          )
          expect(reason).toBe(
            'the machine needs UEFI, and its host has no firmware for it: install the package ovmf (for x86-64) or qemu-efi-aarch64 on the host',
          )
        } finally {
          inside(`umount ${FIRMWARE}`)
        }
      }))
  })

  test('nothing is left of a machine that was removed', () =>
    walking(async (walk, files) => {
      const spec = await walk.booted(specOf('db1'))
      await walk.driver.remove(spec)
      expect(await files()).toEqual([])
      expect(virsh('list', '--all', '--name').trim()).toBe('')
    }))
})
