// What the driver writes: definitions, records and seeds, whatever people put into names.
import { assert, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { specOf } from '../machines.cases.ts'
import type { MachineSpec } from '../machines.ts'
import { bridgedInterfaces } from './bridged-network.ts'
import { domainXml } from './domain.ts'
import { machineIn, type MachineRecord, nameOf, recordIn, settled, view, written } from './record.ts'
import { seedFiles } from './seed.ts'
import { nicStatistics } from './statistics.ts'
import { networkArguments } from './user-network.ts'

const record: MachineRecord = {
  id: 'a1',
  sled_id: 'sled-1',
  generation: 3,
  name: 'db1',
  state: 'running',
  since: 1000,
  resets: 2,
  ssh_port: 2222,
  network: 'simulated',
}
const owner = { id: 'installation-1', epoch: 3 }
const files = { seed: '/d/seed.iso', console: '/d/tty', log: '/d/console.log', screen: '/d/vnc', nvram: '/d/nvram' }
const sockets = ['/run/a-0', '/run/a,b-1']
const onFile = (spec: MachineSpec): MachineSpec => ({
  ...spec,
  disks: spec.disks.map((disk) => ({ ...disk, location: { kind: 'file', path: `/d/${disk.id}` } })),
})
const xmlOf = (changes: Partial<MachineSpec> = {}, accelerator: 'kvm' | 'tcg' = 'tcg') =>
  domainXml({
    spec: { ...onFile(specOf('db1')), ...changes },
    record,
    owner,
    files,
    accelerator,
    firmware: changes.architecture === 'aarch64' ? 'uefi' : 'bios',
    sockets,
  })

/** The state that is shown after a look at the domain. */
const after = (state: MachineRecord['state'], domstate: string) => {
  const { state: next, reason } = view(settled({ ...record, state }, domstate, 2000), 'simulated')
  return reason === undefined ? next : `${next}: ${reason}`
}

describe('what differs between architectures', () => {
  const x86 = xmlOf()
  const arm = xmlOf({ architecture: 'aarch64' })
  const parts = [
    ['the machine', 'machine="q35"', 'machine="virt"'],
    ['the firmware', '<os><type', '<os firmware="efi">'],
    ['the interrupt controller', '<apic/>', '<gic version="3"/>'],
    ['the serial port', 'type="isa-serial"', '<model name="pl011"/>'],
    ['the screen', '<model type="vga"', '<model type="virtio"'],
  ]
  test.each(parts)('%s', (_name, ofX86, ofArm) => {
    expect([x86.includes(ofX86!), x86.includes(ofArm!)]).toEqual([true, false])
    expect([arm.includes(ofX86!), arm.includes(ofArm!)]).toEqual([false, true])
  })

  test('the CPU, unless it is that of the host', () => {
    expect(x86).toContain('<cpu mode="custom" match="exact"><model fallback="forbid">Nehalem<')
    expect(arm).toContain('<cpu mode="custom" match="exact"><model fallback="forbid">cortex-a72<')
    for (const architecture of ['x86_64', 'aarch64'] as const)
      expect(xmlOf({ architecture }, 'kvm')).toContain('<cpu mode="host-passthrough"/>')
  })
})

describe('records', () => {
  test('are read back as they were written, whatever the name and the reason', () => {
    const text = string({ unit: 'grapheme' }).map((each) => each.replaceAll(/\p{Cc}/gu, ' '))
    assert(
      property(text, text, (name, reason) => {
        const given = { ...record, name, reason }
        expect(recordIn(`<domain><metadata>${written(given)}</metadata></domain>`)).toEqual(given)
      }),
    )
  })

  test('of others are none of ours', () => {
    expect(recordIn('<domain><metadata/></domain>')).toBeUndefined()
    expect(machineIn(nameOf('a1'))).toBe('a1')
    for (const name of ['web', 'rackwright', 'rackwright-', 'my-rackwright-a1', 'rackwright-a/../b'])
      expect(machineIn(name)).toBeUndefined()
  })

  test('follow what has become of the domain', () => {
    expect(after('starting', 'shut off (unknown)')).toBe('starting')
    expect(after('starting', 'paused (starting up)')).toBe('starting')
    expect(after('starting', 'running (booted)')).toBe('running')
    expect(after('running', 'shut off (shutdown)')).toBe('stopped')
    expect(after('running', 'shut off (crashed)')).toMatch(/^failed: The process/)
    expect(after('running', 'shut off (unknown)')).toMatch(/^failed: The host or its libvirt was restarted/)
    expect(after('stopping', 'running (booted)')).toBe('stopping')
    expect(after('stopping', 'shut off (crashed)')).toBe('stopped')
    expect(after('rebooting', 'running (booted)')).toBe('rebooting')
    expect(after('failed', 'shut off (unknown)')).toBe('failed')
  })

  test('tell machines whose network is that of an earlier version', () => {
    expect(view(record, 'simulated')).toMatchObject({ has_old_network: true })
    expect(view(record, 'ovn')).toMatchObject({ has_old_network: true })
    expect(view({ ...record, guarded: true }, 'simulated')).not.toHaveProperty('has_old_network')
    expect(view({ ...record, state: 'stopped' }, 'simulated')).not.toHaveProperty('has_old_network')
    const alone = { ...record, ssh_port: undefined, guarded: true as const, network_problem: 'No passt.' }
    expect(view(alone, 'simulated')).toMatchObject({ network_problem: 'No passt.' })
  })
})

describe('definitions', () => {
  test('boot from the boot disk, keep it sparse, and limit the cache of emulated machines', () => {
    const [boot] = onFile(specOf('db1')).disks
    const data = { ...boot!, id: 'a-data', boot: false, read_only: true, block_size: 4096 }
    const xml = xmlOf({ disks: [data, boot!] })
    expect(xml.indexOf('disk-of-db1')).toBeLessThan(xml.indexOf('a-data'))
    expect(xml).toMatch(/detect_zeroes="unmap"\/><source file="\/d\/disk-of-db1"\/>\s*<target dev="vda"/)
    expect(xml).toContain('<blockio logical_block_size="4096" physical_block_size="4096"/><readonly/>')
    expect(xml).toContain('<tb-cache unit="MiB">64</tb-cache>')
    expect(xmlOf({}, 'kvm')).not.toContain('tb-cache')
    expect(xml).not.toContain('nvram')
  })

  test('contain nothing that people wrote as markup', () => {
    const xml = xmlOf({ name: '</title><devices evil="1">' })
    expect(xml).toContain('<title>&lt;/title&gt;&lt;devices evil=&quot;1&quot;&gt;</title>')
  })

  test('refuse what would reach the command line of QEMU or the file system', () => {
    const spec = onFile(specOf('db1'))
    const nic = spec.nics[0]!
    const refused: Partial<MachineSpec>[] = [
      { id: '../a' },
      { ncpus: 0 },
      { memory: Number.NaN },
      { nics: [{ ...nic, mac: 'a8:40:25:f0:00:01,romfile=/etc/passwd' }] },
      { nics: [{ ...nic, ip: '172.30.0.5,hostfwd=tcp::80-:80' }] },
      { nics: [{ ...nic, ip: 'fd00::5' }] },
      { disks: [{ ...spec.disks[0]!, location: { kind: 'memory' } }] },
      { disks: [{ ...spec.disks[0]!, id: 'a"b' }] },
    ]
    for (const changes of refused) expect(() => xmlOf(changes)).toThrow(expect.objectContaining({ code: 'refused' }))
    const long = { ...files, console: `/${'d'.repeat(120)}/tty` }
    expect(() =>
      domainXml({ spec, record, owner, files: long, accelerator: 'tcg', firmware: 'bios', sockets }),
    ).toThrow(/shorter path/)
  })
})

test('a seed has the name, the keys, the addresses and the user data', () => {
  const key = 'ssh-ed25519 AAAA ana@"home"'
  const spec = specOf('db1', { ssh_public_keys: [`${key}\n`], user_data: btoa('#!/bin/sh\n') })
  const seed = seedFiles(spec, 'simulated', ['192.0.2.53'])
  expect(seed['meta-data']).toBe(
    `instance-id: "id-of-db1"\nlocal-hostname: "db1"\npublic-keys:\n  - ${JSON.stringify(key)}\n`,
  )
  expect(new TextDecoder().decode(seed['user-data'] as Uint8Array)).toBe('#!/bin/sh\n')
  for (const text of ['"172.30.0.5/22"', 'via: "172.30.0.1"', '- "192.0.2.53"', 'mtu: 1500'])
    expect(seed['network-config']).toContain(text)
  expect(seedFiles(specOf('db1'), 'simulated', [])['user-data']).toBe('#cloud-config\n{}\n')
})

test('each interface is connected to a socket of its own, or to nothing', () => {
  const [nic] = specOf('db1').nics
  const other = { ...nic!, mac: 'a8:40:25:f0:00:02', ip: '10.0.1.2', prefix: 24, gateway: '10.0.1.1' }
  expect(networkArguments([nic!, other], sockets)).toEqual([
    '-netdev',
    'stream,id=nic0,server=off,addr.type=unix,addr.path=/run/a-0',
    '-device',
    'virtio-net-pci,mac=a8:40:25:f0:00:01,addr=0x10,romfile=,netdev=nic0',
    '-netdev',
    'stream,id=nic1,server=off,addr.type=unix,addr.path=/run/a,,b-1',
    '-device',
    'virtio-net-pci,mac=a8:40:25:f0:00:02,addr=0x11,romfile=,netdev=nic1',
  ])
  expect(networkArguments([nic!], [])).toEqual(['-device', 'virtio-net-pci,mac=a8:40:25:f0:00:01,addr=0x10,romfile='])
})

describe('on OVN', () => {
  const nics = specOf('db1').nics.map((nic) => ({ ...nic, id: '5ca1ab1e-0000-4000-8000-000000000031', mtu: 1442 }))
  const spec = { ...onFile(specOf('db1')), nics }
  const onOvn: MachineRecord = { ...record, ssh_port: undefined, network: 'ovn' }
  const xml = domainXml({ spec, record: onOvn, owner, files, accelerator: 'tcg', firmware: 'bios', sockets })

  test('an interface is a port of the integration bridge, by its id', () => {
    expect(xml).toContain('<source bridge="br-int"/>')
    expect(xml).toContain('<parameters interfaceid="5ca1ab1e-0000-4000-8000-000000000031"/>')
    expect(xml).toContain('<mac address="a8:40:25:f0:00:01"/>')
    expect(xml).toContain('<mtu size="1442"/>')
    expect(xml).not.toContain('-netdev')
    expect(bridgedInterfaces(xml)).toEqual(['5ca1ab1e-0000-4000-8000-000000000031'])
    expect(bridgedInterfaces(xmlOf())).toEqual([])
    const wrong = { ...spec, nics: [{ ...nics[0]!, id: '"/>' }] }
    expect(() =>
      domainXml({ spec: wrong, record: onOvn, owner, files, accelerator: 'tcg', firmware: 'bios', sockets }),
    ).toThrow(/cannot name a port/)
  })

  test('the guest computes checksums itself where Open vSwitch runs in user space', () => {
    const options = { spec, record: onOvn, owner, files, accelerator: 'tcg', firmware: 'bios', sockets } as const
    expect(domainXml({ ...options, isInUserSpace: true })).toContain('<host csum="off"/><guest csum="off"/>')
    expect(xml).not.toContain('csum')
  })

  test('addresses come by DHCP', () => {
    const config = seedFiles(spec, 'ovn', [])['network-config']
    expect(config).toContain('dhcp4: true')
    expect(config).not.toContain('172.30.0.5')
  })

  test('a machine that was started without it says so until it has ended', () => {
    expect(view(record, 'ovn').has_old_network).toBe(true)
    expect(view(onOvn, 'ovn').has_old_network).toBeUndefined()
    expect(view({ ...record, state: 'stopped' }, 'ovn').has_old_network).toBeUndefined()
    const { network: _, ...older } = record
    expect(recordIn(`<metadata>${written(older as MachineRecord)}</metadata>`)?.network).toBe('simulated')
  })

  test('traffic is counted by interface', () => {
    const domstats = '  net.count=1\n  net.0.rx.bytes=10\n  net.0.rx.pkts=1\n  net.0.tx.bytes=20\n  net.0.tx.drop=3\n'
    expect(nicStatistics(domstats, ['a'])).toMatchObject([
      { interface_id: 'a', bytes_received: 10, bytes_sent: 20, packets_received: 1, packets_dropped: 3 },
    ])
  })
})
