// Machines of both architectures on one host, each with the starter image for its own.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { needing } from '../../scripts/needs.mjs'
import { ARCHITECTURES } from '../architecture.ts'
import { SLEDS, specOf, Walkthrough } from '../machines.cases.ts'
import { emulatorsIn, findArchitectures, offersUefi } from './architectures.ts'
import { starterImage } from './testing/starter.ts'
import { startTestHosts, type TestHosts } from './testing/under-test.ts'
import { makeVirsh } from './virsh.ts'

const PIECE = 2 ** 20
const MINUTES = 60_000

describe('both architectures', { ...needing('aarch64'), ...needing('machines') }, () => {
  let hosts: TestHosts
  beforeAll(async () => {
    hosts = await startTestHosts(SLEDS.slice(0, 1))
  })
  afterAll(() => hosts.remove())

  test('a host names what it runs, its own architecture first', async () => {
    const virsh = makeVirsh({ uri: hosts.daemons.get('sled-1')!.uri, timeoutMs: MINUTES })
    expect(await findArchitectures(virsh, 'aarch64')).toEqual({ architectures: ['aarch64', 'x86_64'], missing: [] })
    expect(await findArchitectures(virsh, 'x86_64')).toEqual({ architectures: ['x86_64', 'aarch64'], missing: [] })
  })

  describe.each(ARCHITECTURES)('a guest of %s', needing('starter-image'), (architecture) => {
    test('boots, is used on its console, takes a disk and gives it back, and obeys the power button', async () => {
      const image = readFileSync(starterImage(architecture))
      const under = await hosts.open()
      const walk = new Walkthrough(under)
      const spec = specOf(architecture.replace('_', '-'), { architecture, ncpus: 1, memory: 2 ** 29 })
      const [boot] = spec.disks
      try {
        await under.blocks.create(boot!.id, boot!.size)
        for (let at = 0; at < image.length; at += PIECE)
          await under.blocks.write(boot!.id, at, image.subarray(at, at + PIECE))
        await walk.driver.ensure(spec)
        const output = () => walk.text(spec)
        await expect.poll(output, { timeout: 8 * MINUTES, interval: 500 }).toContain('root@')
        await walk.type(spec, 'uname -m | tr a-z A-Z\r')
        await expect.poll(output, { timeout: MINUTES }).toContain(architecture.toUpperCase())
        const extra = { ...boot!, id: 'extra', boot: false }
        await under.blocks.create(extra.id, extra.size)
        await walk.driver.attachDisk(spec, extra)
        await walk.type(spec, 'while [ ! -b /dev/vdc ]; do sleep 1; done; echo disk | tr a-z A-Z\r')
        await expect.poll(output, { timeout: MINUTES }).toContain('DISK')
        await expect
          .poll(
            () =>
              walk.driver.detachDisk(spec, extra.id).then(
                () => 'released',
                (error: Error) => error.message,
              ),
            { timeout: MINUTES, interval: 1000 },
          )
          .toBe('released')
        await walk.driver.stop(spec)
        // a guest whose plug is pulled says nothing
        const soon = { timeout: 2 * MINUTES, interval: 250 }
        await expect.poll(async () => (await walk.driver.find(spec))?.state, soon).toBe('stopped')
        expect(await output()).toMatch(/power down/i)
      } finally {
        await walk.driver.remove(spec)
        await walk.driver.close()
      }
    }, 900_000)
  })
})

const guest = (type: string, arch: string) =>
  `<guest><os_type>${type}</os_type><arch name='${arch}'><wordsize>64</wordsize></arch></guest>`
const os = (value: string) => `<os><enum name='firmware'>${value}</enum><loader><value>efi</value></loader></os>`
const withoutFirmware = async (command: string) => (command === 'capabilities' ? guest('hvm', 'aarch64') : '<os/>')

describe('what libvirt says', () => {
  test('counts emulators of whole machines', () => {
    const capabilities = `<capabilities><host><cpu><arch>x86_64</arch></cpu></host>${guest('hvm', 'aarch64')}${guest('exe', 'x86_64')}</capabilities>`
    expect([...emulatorsIn(capabilities)]).toEqual(['aarch64'])
    expect(emulatorsIn('')).toEqual(new Set())
  })

  test('has UEFI if libvirt finds it', () => {
    expect(offersUefi(os('<value>efi</value>'))).toBe(true)
    expect(offersUefi(os(''))).toBe(false)
    expect(offersUefi(`<os><enum name='firmware'/><loader/></os><enum name='x'><value>efi</value></enum>`)).toBe(false)
    expect(offersUefi('')).toBe(false)
  })

  test('an aarch64 host without the firmware names the packages', async () => {
    expect(await findArchitectures({ run: withoutFirmware }, 'aarch64')).toEqual({
      architectures: [],
      missing: [
        { architecture: 'aarch64', packages: 'qemu-system-arm and qemu-efi-aarch64' },
        { architecture: 'x86_64', packages: 'qemu-system-x86' },
      ],
    })
  })
})
