// What backups cost: how much a second one stores at its target, and how long a guest's writes wait while its disks are copied for one.
import { spawn } from 'node:child_process'
import { createCipheriv } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openFileBlocks } from '#drivers/files/blocks.ts'
import { makeCopies } from '#drivers/libvirt/copy.ts'
import { makeDisksCopies } from '#drivers/libvirt/copy-disks.ts'
import { aliasOf } from '#drivers/libvirt/disks-in.ts'
import type { Host } from '#drivers/libvirt/host.ts'
import { onlyServer } from '#drivers/lease.ts'
import { makeResticEngine } from '#drivers/restic/engine.ts'
import { clock } from '../server/clock.ts'
import { median, report } from './table.ts'

const MIB = 2 ** 20
const DISK_PIECES = 4096
/** One percent, in files of a mebibyte. restic keeps parts of about that size: single blocks all over a disk would each change one. */
const CHANGED_PIECES = 41
const MAX_GROWTH_PERCENT = 5
const MAX_WAIT_RATIO = 2
const GUEST_MIB = 512
const WRITES = 40
const RUNS = 3
const DISK = '11111111-1111-4111-8111-111111111111'

const zeroes = Buffer.alloc(MIB)
/** A mebibyte that neither compresses nor repeats. */
const piece = (n: number, version: number) => {
  const iv = Buffer.alloc(16)
  iv.writeUInt32BE(n, 0)
  iv.writeUInt32BE(version, 4)
  return createCipheriv('aes-128-ctr', Buffer.alloc(16, 7), iv).update(zeroes)
}

async function growthPercent(root: string): Promise<number> {
  const engine = makeResticEngine({ clock, searchPath: process.env.PATH ?? '', root })
  const repository = { place: { kind: 'directory' as const, folder: 'tapes' }, id: 'disk', key: 'bench' }
  await mkdir(join(root, 'tapes'))
  await engine.create(repository)
  const store = async (version: number) => {
    const isChanged = (n: number) => version > 0 && n % Math.floor(DISK_PIECES / CHANGED_PIECES) === 0
    const read = async function* () {
      for (let n = 0; n < DISK_PIECES; n++) yield piece(n, isChanged(n) ? version : 0)
    }
    const bytes = { tag: `version-${version}`, size: DISK_PIECES * MIB, read }
    await engine.store(repository, bytes, { signal: new AbortController().signal, onProgress: () => undefined })
    return engine.size(repository)
  }
  const first = await store(0)
  return ((await store(1)) / first - 1) * 100
}

/** A machine with one disk, whose processor does not run: its device writes when it is told to. */
async function startMachine(path: string) {
  const qdev = aliasOf(DISK)
  const file = `driver=raw,node-name=disk,discard=unmap,file.driver=file,file.filename=${path}`
  const device = `virtio-blk-pci,drive=disk,id=${qdev}`
  const still = ['-machine', 'q35', '-accel', 'tcg', '-S', '-display', 'none', '-nodefaults', '-qmp', 'stdio']
  const child = spawn('qemu-system-x86_64', [...still, '-blockdev', file, '-device', device])
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let last: Promise<unknown> = lines.next()
  const ask = (question: string): Promise<string> => {
    const answer = answered(last, question)
    last = answer.catch(() => undefined)
    return answer
  }
  async function answered(before: Promise<unknown>, question: string): Promise<string> {
    await before
    child.stdin.write(`${question}\n`)
    for (;;) {
      const { value } = await lines.next()
      if (value === undefined) throw new Error('QEMU has ended')
      const line = value as string
      // what the device did is printed between the answers
      if (/failed/i.test(line) && !line.startsWith('{')) throw new Error(line)
      if (line.startsWith('{') && !('event' in JSON.parse(line))) return line
    }
  }
  await ask('{"execute":"qmp_capabilities"}')
  const host = { sled_id: 'here', virsh: { run: (...[, , question]: string[]) => ask(question!) } } as unknown as Host
  const write = async (n: number): Promise<number> => {
    const at = (n * 7919) % (GUEST_MIB * 256)
    const line = `qemu-io -d /machine/peripheral/${qdev}/virtio-backend "write -P ${n % 255} ${at * 4096} 4096"`
    const begun = performance.now()
    const answer = await ask(JSON.stringify({ execute: 'human-monitor-command', arguments: { 'command-line': line } }))
    const { error, return: text } = JSON.parse(answer) as { error?: { desc: string }; return?: string }
    if (error || text?.trim()) throw new Error(error?.desc ?? text)
    return performance.now() - begun
  }
  const end = async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return { host, write, end }
}

const stillness = (work: () => Promise<void>) => work()

async function waits(root: string): Promise<{ hand: number; policy: number }> {
  const volumes = await openFileBlocks(join(root, 'disks'))
  await volumes.create(DISK, GUEST_MIB * MIB)
  const file = await open(join(root, 'disks', `${DISK}.blocks`), 'r+')
  for (let n = 0; n < GUEST_MIB; n++) await file.write(piece(n, 0), 0, MIB, n * MIB)
  await file.close()
  const machine = await startMachine(join(root, 'disks', `${DISK}.blocks`))
  const common = { host: machine.host, volumes, clock, machine_id: 'bench', stillness }
  const [copyDisk, copyDisks] = [makeCopies(onlyServer), makeDisksCopies(onlyServer)]
  /** The median of what the guest writes while it is copied. */
  const during = async (copying: Promise<void>): Promise<number> => {
    const over = new AbortController()
    void copying.finally(() => over.abort()).catch(() => undefined)
    const times: number[] = []
    for (let n = 0; times.length < WRITES && !over.signal.aborted; n++) times.push(await machine.write(n))
    await copying
    return median(times)
  }
  const [hand, policy]: number[][] = [[], []]
  try {
    for (let run = 0; run < RUNS; run++) {
      const to = (name: string) => ({ id: `${name}-${run}`, size: GUEST_MIB * MIB })
      hand!.push(await during(copyDisk({ ...common, disk_id: DISK, to: to('hand') })))
      policy!.push(await during(copyDisks({ ...common, copies: [{ disk_id: DISK, to: to('policy') }] })))
    }
  } finally {
    await machine.end()
    await volumes.close()
  }
  return { hand: median(hand!), policy: median(policy!) }
}

const root = await mkdtemp(join(tmpdir(), 'rackwright-bench-'))
try {
  const { hand, policy } = await waits(root)
  report('Writes of a guest while its disks are copied', [
    { what: 'for a backup, relative to a snapshot by hand', measured: policy / hand, atMost: MAX_WAIT_RATIO },
    { what: 'for a backup', measured: policy, unit: ' ms' },
    { what: 'for a snapshot by hand', measured: hand, unit: ' ms' },
  ])
  const measured = await growthPercent(root)
  report('A second backup at a target', [
    { what: '4 GiB with 1 % changed, stored more', measured, atMost: MAX_GROWTH_PERCENT, unit: ' %' },
  ])
} finally {
  await rm(root, { recursive: true, force: true })
}
