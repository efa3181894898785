// Hosts that are added while the driver runs, over SSH to a daemon of the test's own.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { needing } from '../../../scripts/needs.mjs'
import { openFileBlocks } from '../../files/blocks.ts'
import type { Hosts, TrustedHost } from '../../hosts.ts'
import { specOf } from '../../machines.cases.ts'
import type { Rack } from '../../rack.ts'
import { makeSimulatedNetwork } from '../../simulated/network.ts'
import { openLibvirtRack } from '../rack.ts'
import { startTestDaemon, type TestDaemon } from '../testing/daemon.ts'
import { guestBootSector } from '../testing/guest.ts'
import { startSshd, type TestSshd } from '../testing/sshd.ts'
import { clock, INSTALLATION } from '../testing/under-test.ts'

/** Address of a bridge without ports, which answers all the same. */
const HOST_IP = '10.88.0.1'

const NO_GUEST_NETWORKS = {
  open: async () => ({ problem: 'none' }),
  problem: async () => 'none',
  close: async () => undefined,
}

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 600; tries++) {
    const found = await look()
    if (found !== undefined) return found
    await sleep(100)
  }
  throw new Error('it never happened')
}

describe('hosts that are added', needing('hosts'), () => {
  const folder = mkdtempSync(join(tmpdir(), 'rw-add-'))
  const within: string[] = []
  let daemon: TestDaemon
  let sshd: TestSshd
  let rack: Rack
  let hosts: Hosts
  let host: TrustedHost
  /** What the network keeps guests from. */
  let kept: readonly string[] = []

  const open = async () => {
    const volumes = await openFileBlocks(join(folder, 'disks'))
    return openLibvirtRack({
      installation: INSTALLATION,
      known: async (ids) => new Set(ids),
      hosts: [],
      added: {
        folder: join(folder, 'ssh'),
        volumes: join(folder, 'disks'),
        data: folder,
        machines: join(folder, 'machines'),
        guestNetwork: join(folder, 'none'),
        within,
      },
      clock,
      volumes,
      folder: join(folder, 'own'),
      accelerator: 'tcg',
      network: { ...makeSimulatedNetwork({ clock }), keepGuestsFrom: (addresses) => (kept = addresses) },
      networkKind: 'simulated',
      guestNetworks: NO_GUEST_NETWORKS,
      warn: () => undefined,
    })
  }

  beforeAll(async () => {
    daemon = await startTestDaemon()
    within.push('nsenter', '--target', String(daemon.pid), '--net')
    inside('ip', 'link', 'add', 'empty', 'type', 'bridge')
    inside('ip', 'address', 'add', `${HOST_IP}/16`, 'dev', 'empty')
    inside('ip', 'link', 'set', 'empty', 'up')
    await mkdir(join(folder, 'disks'))
    rack = await open()
    hosts = rack.hosts!
    await hosts.publicKey()
    sshd = await startSshd(daemon, { identity: join(folder, 'ssh/id_ed25519') })
    const { key } = await hosts.scan(sshd.at)
    host = { ...sshd.at, id: 'host-1', key }
  })
  afterAll(async () => {
    await rack.machines.close()
    await sshd.stop()
    await daemon.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  const inside = (...command: string[]) => execFileSync('env', daemon.inside(command))

  const byName = async (trusted = host, others: TrustedHost[] = []) => {
    const { checks, facts, trouble } = await hosts.check(trusted, others)
    return { facts, trouble, checks: Object.fromEntries(checks.map((each) => [each.name, each])) }
  }

  test('the key is private, stays the same, and a scan finds that of the host', async () => {
    expect(await hosts.publicKey()).toMatch(/^ssh-ed25519 [A-Za-z0-9+/=]+$/)
    expect(await hosts.publicKey()).toBe(await hosts.publicKey())
    expect(statSync(join(folder, 'ssh/id_ed25519')).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder, 'ssh')).mode & 0o777).toBe(0o700)
    const scanned = await hosts.scan(sshd.at)
    expect(scanned.key).toBe(sshd.key.split(' ').slice(0, 2).join(' '))
    const shown = execFileSync('ssh-keygen', ['-l', '-f', join(daemon.folder, 'ssh/host-key.pub')], {
      encoding: 'utf8',
    })
    expect(shown).toContain(scanned.fingerprint)
    await expect(hosts.scan({ ...sshd.at, port: 9 })).rejects.toMatchObject({ code: 'host' })
  })

  test('all checks of a host that fits, and what it says about itself', async () => {
    const { checks, facts } = await byName()
    expect(Object.values(checks).filter(({ state }) => state === 'failed')).toEqual([])
    expect(Object.keys(checks)).toEqual(
      expect.arrayContaining([
        'reachable',
        'key',
        'versions',
        'kvm',
        'architecture',
        'cpu',
        'memory',
        'clock',
        'identity',
        'volumes',
        'other_hosts',
      ]),
    )
    // everything is on one file system here
    expect(checks.data_directory?.state).toBe('warning')
    expect(facts).toMatchObject({ runs_machines: true, role: 'spare', usable_hardware_threads: expect.any(Number) })
    expect(facts!.usable_physical_ram).toBeGreaterThan(0)
  })

  test('a host that does not see the volumes is refused, with the remedy', async () => {
    inside('mount', '-t', 'tmpfs', 'none', join(folder, 'disks'))
    try {
      const { volumes } = (await byName()).checks
      expect(volumes).toMatchObject({ state: 'failed', text: expect.stringContaining('does not see') })
      expect(volumes!.remedy).toContain('same path')
    } finally {
      inside('umount', join(folder, 'disks'))
    }
  })

  test('a host that does not reach another one is warned about', async () => {
    const at = (address: string): TrustedHost => ({ ...host, id: address, address })
    const reached = await byName(host, [at(HOST_IP)])
    expect(reached.checks.other_hosts).toMatchObject({ state: 'ok' })
    const { other_hosts } = (await byName(host, [at(HOST_IP), at('192.0.2.1')])).checks
    expect(other_hosts).toMatchObject({ state: 'warning', text: 'It does not reach 192.0.2.1.' })
    expect(other_hosts!.remedy).toContain('49152')
  })

  test('a host with another key, or none that answers, is refused', async () => {
    const other = sshd.key.replace(/.{4}$/, 'AAAA')
    const changed = await byName({ ...host, key: other.split(' ').slice(0, 2).join(' ') })
    expect(changed.checks.key).toMatchObject({ state: 'failed', remedy: expect.stringContaining('Trust new key') })
    expect(changed.checks.libvirt).toBeUndefined()
    expect(changed.trouble).toMatchObject({ code: 'host_key_changed' })
    const nobody = (await byName({ ...host, port: 9 })).checks
    expect(nobody.reachable).toMatchObject({ state: 'failed' })
  })

  test('a host in use is a sled, runs machines, is known after a restart without an answer, and leaves', async () => {
    await hosts.use([{ ...host, in_service: false }])
    const [sled] = await until(async () => {
      const { sleds } = await rack.hardware.inventory()
      return sleds.length > 0 ? sleds : undefined
    })
    expect(sled).toMatchObject({ role: 'spare', problem: undefined })
    expect(await rack.hardware.join(sled!)).toBe(true)
    await hosts.use([{ ...host, in_service: true }])
    expect((await rack.hardware.inventory()).sleds).toMatchObject([{ id: sled!.id, role: 'member' }])
    expect(rack.hardware.describe(sled!.id)).toMatchObject({ accelerator: expect.any(String) })
    expect(kept).toContain(HOST_IP)
    expect(kept.filter((address) => address.startsWith('127.'))).toEqual([])
    expect(hosts.trouble(host.id)).toBeUndefined()
    // a second one with the same identity is none
    const twin = { ...host, id: 'host-2' }
    expect((await byName(twin, [host])).checks.identity).toMatchObject({ state: 'failed' })

    const spec = specOf('db1', { sled_id: sled!.id })
    const [disk] = spec.disks
    await rack.volumes.create(disk!.id, disk!.size)
    await rack.volumes.write(disk!.id, 0, guestBootSector())
    const disks = [{ ...disk!, location: rack.volumes.locate(disk!.id, sled!.id) }]
    await rack.machines.ensure({ ...spec, disks })
    const printed = async () => {
      const history = await (await rack.machines.console(spec))?.history({ from_start: 0, max_bytes: 10_000 })
      return history && 'data' in history && new TextDecoder().decode(history.data).includes('login: ')
        ? true
        : undefined
    }
    await until(printed)

    await sshd.stop()
    expect((await rack.hardware.inventory()).sleds).toMatchObject([{ id: sled!.id, problem: expect.any(String) }])
    expect(hosts.trouble(host.id)).toMatchObject({ code: 'unreachable' })
    await rack.machines.close()
    kept = []
    rack = await open()
    hosts = rack.hosts!
    await hosts.use([{ ...host, in_service: true }])
    expect((await rack.hardware.inventory()).sleds).toMatchObject([{ id: sled!.id, problem: expect.any(String) }])
    // from what is remembered, before it answers
    expect(kept).toContain(HOST_IP)
    await expect(rack.machines.find(spec)).rejects.toMatchObject({ code: 'host' })
    await sshd.start()
    await until(async () => (await rack.machines.find(spec).catch(() => undefined))?.state === 'running' || undefined)
    await rack.machines.remove(spec)
    await hosts.use([])
    expect(kept).toEqual([])
    expect((await rack.hardware.inventory()).sleds).toEqual([])
  })
})
