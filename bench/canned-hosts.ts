// A rack of hosts that are not there: what the driver asks through the host interface is answered at once, as libvirt, QEMU and the kernel
// of a busy host would. So what is measured is this process alone.
import type { ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { MachineSpec } from '#drivers/machines.ts'
import type { Rack } from '#drivers/rack.ts'
import { openFileBlocks } from '#drivers/files/blocks.ts'
import type { HostAccess, Ran } from '#drivers/libvirt/access/host-access.ts'
import { thisMachine } from '#drivers/libvirt/access/local.ts'
import { domainXml } from '#drivers/libvirt/domain.ts'
import { aliasOf } from '#drivers/libvirt/disks-in.ts'
import { openLibvirtRack } from '#drivers/libvirt/rack.ts'
import { nameOf } from '#drivers/libvirt/record.ts'
import { makeSimulatedNetwork } from '#drivers/simulated/network.ts'
import { clock } from '#server/clock.ts'

const GIB = 2 ** 30
const INSTALLATION = { id: 'bench', epoch: 0 }
const THREADS = 64
const SENSORS = 40
const SEPARATOR = '==== rackwright ===='

export interface CannedMachine {
  id: string
  disk_id: string
  nic_id: string
  sled_id: string
}

const ok = (output: string): Ran => ({ code: 0, bytes: new Uint8Array(), output, complaint: '' })

/** What libvirt adds to each of the controllers when it is asked for a domain that runs. */
const addressed = (xml: string) =>
  xml.replaceAll(
    /<controller type="pci" index="(\d+)" model="pcie-root-port"\/>/g,
    (_, n: string) => `    <controller type='pci' index='${n}' model='pcie-root-port'>
      <model name='pcie-root-port'/>
      <target chassis='${n}' port='0x8'/>
      <alias name='pci.${n}'/>
      <address type='pci' domain='0x0000' bus='0x00' slot='0x02' function='0x0' multifunction='on'/>
    </controller>
`,
  )

function xmlOf({ id, disk_id, nic_id, sled_id }: CannedMachine, folder: string): string {
  const own = join(folder, 'machines', `${id}-1`)
  const spec: MachineSpec = {
    id,
    name: id,
    hostname: id,
    sled_id,
    generation: 1,
    architecture: 'x86_64',
    ncpus: 2,
    memory: GIB,
    disks: [
      {
        id: disk_id,
        location: { kind: 'file', path: join(folder, 'disks', `${disk_id}.blocks`) },
        size: GIB,
        block_size: 512,
        boot: true,
      },
    ],
    nics: [
      {
        id: nic_id,
        mac: 'a8:40:25:f0:00:01',
        ip: '172.30.0.5',
        subnet_id: 'subnet',
        prefix: 22,
        gateway: '172.30.0.1',
        dns_servers: [],
        mtu: 1500,
      },
    ],
    user_data: '',
    ssh_public_keys: [],
  }
  const since = Date.now() - 60_000
  const record = { id, sled_id, generation: 1, name: id, state: 'running' as const, since, started: since, resets: 0 }
  return addressed(
    domainXml({
      spec,
      record: { ...record, guarded: true, network: 'ovn' },
      owner: INSTALLATION,
      files: {
        seed: join(own, 'seed.iso'),
        console: join(own, 'tty'),
        log: join(own, 'console.log'),
        screen: join(own, 'vnc'),
        nvram: join(own, 'nvram'),
      },
      accelerator: 'kvm',
      firmware: 'bios',
      sockets: [],
    }),
  )
}

const domstats = (n: number) => `Domain: 'x'
  vcpu.current=2
  vcpu.maximum=2
  vcpu.0.state=1
  vcpu.0.time=${n}000000
  vcpu.0.delay=${n}000
  vcpu.1.state=1
  vcpu.1.time=${n}000000
  vcpu.1.delay=${n}000
  net.count=1
  net.0.name=vnet0
  net.0.rx.bytes=${n}000
  net.0.rx.pkts=${n}
  net.0.rx.errs=0
  net.0.rx.drop=0
  net.0.tx.bytes=${n}000
  net.0.tx.pkts=${n}
  net.0.tx.errs=0
  net.0.tx.drop=0
`

const FIGURES = ['bytes', 'operations', 'merged', 'total_time_ns']
const KINDS = ['rd', 'wr', 'flush', 'unmap']

/** Figures of a disk, as many as QEMU has. */
function blockstats({ disk_id }: CannedMachine, n: number): string {
  const figures = Object.fromEntries(KINDS.flatMap((kind) => FIGURES.map((figure) => [`${kind}_${figure}`, n])))
  const histograms = Object.fromEntries(
    KINDS.map((kind) => [
      `${kind}_latency_histogram`,
      {
        bins: Array.from({ length: 10 }, () => n),
        boundaries: [50_000, 100_000, 200_000, 500_000, 1e6, 2e6, 5e6, 1e7, 5e7],
      },
    ]),
  )
  const qdev = `/machine/peripheral/${aliasOf(disk_id)}/virtio-backend`
  const one = { qdev, 'node-name': '#block1', stats: { ...figures, ...histograms }, parent: { stats: figures } }
  return JSON.stringify({ return: [one], id: 'libvirt-1' })
}

const sensors = Array.from(
  { length: SENSORS },
  (_, n) => `hwmon0/temp${n + 1}_input:45000\nhwmon0/temp${n + 1}_label:Core ${n}\n`,
).join('')

/** Emits what `virsh event` prints. */
function listening(stdout: PassThrough): ChildProcess {
  const child = new EventEmitter()
  return Object.assign(child, { stdout, kill: () => child.emit('close', 0) }) as unknown as ChildProcess
}

function cannedAccess(machines: readonly CannedMachine[], folder: string, events: PassThrough): HostAccess {
  const xml = new Map(machines.map((each) => [nameOf(each.id), xmlOf(each, folder)]))
  const byName = new Map(machines.map((each) => [nameOf(each.id), each]))
  const names = `${[...xml.keys()].join('\n')}\n\n`
  const starts = machines.map(({ id }, inode) => ({ name: `${id}-1`, size: 4096, inode }))
  let count = 1

  function answer(command: string): string {
    const [verb = '', name = ''] = command.split(' ').map((word) => word.replaceAll('"', ''))
    if (verb === 'dumpxml') return xml.get(name) ?? ''
    if (verb === 'domstate') return 'running (booted)\n'
    if (verb === 'domstats') return domstats(count++)
    if (verb === 'qemu-monitor-command') return blockstats(byName.get(name)!, count++)
    if (verb === 'list') return names
    if (verb === 'uri') return 'qemu:///system\n'
    throw new Error(`nobody has an answer to ${command}`)
  }

  return {
    ...thisMachine,
    async run(command) {
      const at = command.indexOf('--connect')
      if (at < 0) return ok(sensors)
      const [script = '', ...rest] = command.slice(at + 2)
      const commands = rest.length > 0 ? [[script, ...rest].join(' ')] : script.split(`; echo "${SEPARATOR}"; `)
      return ok(commands.map(answer).join(`\n${SEPARATOR}\n`))
    },
    follow: async () => listening(events),
    list: async () => starts,
    close() {},
  }
}

/** The rack, whose machines run, and a way to announce that something has changed about one. */
export async function openCannedRack(machines: readonly CannedMachine[], sleds: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'rackwright-canned-'))
  const events = new Map(sleds.map((id) => [id, new PassThrough()]))
  const volumes = await openFileBlocks(join(folder, 'disks'))
  const rack: Rack = await openLibvirtRack({
    installation: INSTALLATION,
    known: async (ids) => new Set(ids),
    hosts: sleds.map((id, n) => ({
      uri: 'qemu:///system',
      facts: {
        id,
        part: 'canned',
        serial: `host-${n}`,
        revision: 0,
        usable_hardware_threads: THREADS,
        usable_physical_ram: 256 * GIB,
        cubby: n,
        disks: [],
        runs_machines: true,
        role: 'member' as const,
      },
      description: { architecture: 'x86_64', cpu: 'canned', reserved_memory: GIB },
      sensors: '/sys/class/hwmon',
      place: {
        access: cannedAccess(
          machines.filter(({ sled_id }) => sled_id === id),
          folder,
          events.get(id)!,
        ),
      },
    })),
    clock,
    volumes,
    folder: join(folder, 'machines'),
    accelerator: 'kvm',
    network: makeSimulatedNetwork({ clock }),
    networkKind: 'ovn',
    guestNetworks: {
      open: async () => ({ problem: 'none' }),
      problem: async () => undefined,
      close: async () => undefined,
    },
    warn: (message, fields) => console.error(message, fields),
  })
  return {
    rack,
    announce: ({ id, sled_id }: CannedMachine) =>
      void events.get(sled_id)!.write(`event 'metadata-change' for domain '${nameOf(id)}': element http://x\n`),
    async close() {
      await rack.machines.close()
      await volumes.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
