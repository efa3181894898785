// Several hosts: what a call costs over SSH beside one here, how long a guest stands still when it moves beside `virsh migrate` alone, and
// what it takes to watch and sample 50 hosts with 2,000 machines. The hosts of the first two are a libvirt and an sshd each, in namespaces
// of their own; those of the last one are canned answers.
import { setTimeout as sleep } from 'node:timers/promises'
import { execFileSync } from 'node:child_process'
import { makeLoops } from '#control/reconcile/loop.ts'
import { hardwareLoop } from '#control/reconcile/hardware.ts'
import { instanceLoop } from '#control/reconcile/instance.ts'
import { metricsLoop } from '#control/reconcile/metrics.ts'
import { thisMachine } from '#drivers/libvirt/access/local.ts'
import { makeSshAccess } from '#drivers/libvirt/access/ssh.ts'
import { nameOf } from '#drivers/libvirt/record.ts'
import { startTestDaemon } from '#drivers/libvirt/testing/daemon.ts'
import { startSshd } from '#drivers/libvirt/testing/sshd.ts'
import { startTestHosts } from '#drivers/libvirt/testing/under-test.ts'
import { makeVirsh } from '#drivers/libvirt/virsh.ts'
import type { MachineSpec } from '#drivers/machines.ts'
import { random } from '#server/random.ts'
import { clock } from '#server/clock.ts'
import { whyNot } from '../scripts/needs.mjs'
import { type CannedMachine, openCannedRack } from './canned-hosts.ts'
import { median, report } from './table.ts'
import { openBench } from './world.ts'

const GIB = 2 ** 30
const MIB = 2 ** 20
const CALLS = 40
const MOVES = 3
const HOSTS = 50
const MACHINES = 2000
/** Changes of machines that are announced each second. */
const EVENTS = 5
/** Twelve samples, an inventory with each, and two comparisons of all machines. */
const WATCH_MS = 60_000
const TIMEOUT_MS = 14_000

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** Milliseconds of one `virsh`, here and over SSH, in turns. */
async function costOfCalls() {
  const daemon = await startTestDaemon()
  const sshd = await startSshd(daemon)
  const access = makeSshAccess(sshd.at, sshd.files)
  try {
    const [here, there] = [thisMachine, access].map((each) =>
      makeVirsh({ uri: daemon.uri, access: each, timeoutMs: TIMEOUT_MS }),
    )
    const [local, remote]: [number[], number[]] = [[], []]
    // connects
    await there!.run('list')
    for (let call = 0; call < CALLS; call++) {
      local.push(await timed(() => here!.run('list', '--name', '--all')))
      remote.push(await timed(() => there!.run('list', '--name', '--all')))
    }
    return { local: median(local), remote: median(remote) }
  } finally {
    access.close()
    await sshd.stop()
    await daemon.remove()
  }
}

async function until<T>(look: () => Promise<T | undefined | false>): Promise<T> {
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    await sleep(50)
  }
}

const notify = () => undefined

const SLEDS = ['sled-1', 'sled-2'] as [string, string]

/** Milliseconds for which a guest that writes to its disk stands still, as libvirt measures them: moved by us, and by virsh alone. */
async function pauses() {
  const hosts = await startTestHosts(SLEDS, { overSsh: true, areLinked: true })
  const under = await hosts.open()
  const { driver, migrations } = under
  const virsh = (sled: string, ...args: string[]) =>
    execFileSync('virsh', ['-q', '-c', hosts.daemons.get(sled)!.uri, ...args], { encoding: 'utf8' })
  const spec: MachineSpec = {
    id: random.uuid(),
    name: 'mover',
    hostname: 'mover',
    sled_id: SLEDS[0],
    generation: 1,
    architecture: 'x86_64',
    ncpus: 1,
    memory: 256 * MIB,
    disks: [{ id: 'disk-of-mover', location: { kind: 'memory' }, size: GIB, block_size: 512, boot: true }],
    nics: [],
    user_data: '',
    ssh_public_keys: [],
  }
  const name = nameOf(spec.id)
  const pauseOn = (sled: string) =>
    Number(/^Total downtime:\s+(\d+)/m.exec(virsh(sled, 'domjobinfo', name, '--completed'))?.[1] ?? Number.NaN)

  async function begin(generation: number) {
    await driver.ensure({ ...spec, generation })
    const console = (await driver.console(spec))!
    await until(async () => {
      const said = await console.history({ from_start: 0, max_bytes: 10_000 })
      return 'data' in said && new TextDecoder().decode(said.data).includes('login: ')
    })
    await console.write(new TextEncoder().encode('write\r'))
  }

  try {
    const [ours, alone]: [number[], number[]] = [[], []]
    for (let move = 1; move <= MOVES; move++) {
      await begin(2 * move)
      const id = `move-${move}`
      await migrations!.begin(spec, SLEDS[1], id)
      const state = () => migrations!.find(spec, SLEDS[1], id)
      const end = await until(async () => {
        const found = await state()
        return found?.state !== 'running' && found
      })
      if (end.state !== 'completed') throw new Error(`it did not move: ${end.reason}`)
      ours.push(pauseOn(SLEDS[1]))
      await driver.remove({ ...spec, sled_id: SLEDS[1] })

      await begin(2 * move + 1)
      const target = ['--desturi', hosts.daemons.get(SLEDS[1])!.uri, '--migrateuri', 'tcp://10.99.0.2']
      const how = ['--live', '--persistent', '--undefinesource', '--unsafe']
      virsh(SLEDS[0], 'migrate', name, ...how, ...target)
      alone.push(pauseOn(SLEDS[1]))
      await driver.remove({ ...spec, sled_id: SLEDS[1] })
      await driver.remove(spec)
    }
    return { ours: median(ours), alone: median(alone) }
  } finally {
    await driver.close()
    await hosts.remove()
  }
}

/** Share of a core that the loops take which watch and sample machines and hosts. */
async function costOfWatching(): Promise<number> {
  const sleds = Array.from({ length: HOSTS }, () => random.uuid())
  const machines = Array.from({ length: MACHINES }, (_, n): CannedMachine => ({
    id: random.uuid(),
    disk_id: random.uuid(),
    nic_id: random.uuid(),
    sled_id: sleds[n % HOSTS]!,
  }))
  const canned = await openCannedRack(machines, sleds)
  const bench = await openBench({ host: canned.rack, hasLoops: false })
  const { host } = bench
  try {
    await fill(bench, machines)
    const watching = [instanceLoop(host, notify), metricsLoop(host), hardwareLoop(host, notify)]
    const loops = makeLoops(host, watching)
    loops.start()
    // the first samples name every source
    await sleep(15_000)
    const before = process.cpuUsage()
    const begun = performance.now()
    let next = 0
    while (performance.now() - begun < WATCH_MS) {
      for (let n = 0; n < EVENTS; n++) canned.announce(machines[next++ % MACHINES]!)
      await sleep(1000)
    }
    const { user, system } = process.cpuUsage(before)
    const share = (user + system) / 1000 / (performance.now() - begun)
    await loops.stop()
    await mustHaveWatched(bench, machines)
    return share
  } finally {
    await bench.close()
    await canned.close()
  }
}

type Bench = Awaited<ReturnType<typeof openBench>>

/** Straight into the tables: creating them through the API is what another bench measures. */
async function fill({ db }: Bench, machines: readonly CannedMachine[]): Promise<void> {
  const project = await db.read.selectFrom('project').selectAll().where('name', '=', 'small').executeTakeFirstOrThrow()
  const now = clock.now().toISOString()
  const times = { time_created: now, time_modified: now }
  const owner = { project_id: project.id, silo_id: project.silo_id, description: '' }
  await db.transaction(async (tx) => {
    for (const { id, disk_id, sled_id } of machines) {
      const state = { run_state: 'running' as const, time_run_state_updated: now, generation: 1, sled_id }
      const size = { ncpus: 2, memory: GIB }
      await tx
        .insertInto('instance')
        .values({ id, name: `i-${id}`, hostname: 'x', user_data: '', ...owner, ...size, ...state, ...times })
        .execute()
      const disk = { size: GIB, block_size: 512, disk_state: 'attached' as const, state_when_made: 'detached' as const }
      await tx
        .insertInto('disk')
        .values({ id: disk_id, name: `d-${id}`, instance_id: id, ...owner, ...disk, ...times })
        .execute()
    }
  })
}

/** Nothing was taken for gone, and everything was sampled. */
async function mustHaveWatched({ db }: Bench, machines: readonly CannedMachine[]): Promise<void> {
  const running = await db.read.selectFrom('instance').select('id').where('run_state', '=', 'running').execute()
  const sampled = await db.read
    .selectFrom('metric_source')
    .select('instance_id')
    .distinct()
    .where('instance_id', 'is not', null)
    .execute()
  if (running.length !== machines.length || sampled.length !== machines.length)
    throw new Error(`${running.length} run and ${sampled.length} were sampled, of ${machines.length}`)
}

const watching = await costOfWatching()
report('Many hosts', [
  {
    what: `${HOSTS} hosts, ${MACHINES.toLocaleString('en')} machines: sampling and watching, of a core`,
    measured: watching * 100,
    atMost: 50,
    unit: ' %',
  },
])
const problem = whyNot('hosts')
if (problem) process.stdout.write(`\nHosts over SSH were not measured: ${problem}\n`)
else {
  const calls = await costOfCalls()
  const moves = await pauses()
  report('Hosts over SSH, beside virsh alone', [
    { what: 'virsh here', measured: calls.local, unit: ' ms' },
    { what: 'over SSH, more than that', measured: calls.remote - calls.local, atMost: 30, unit: ' ms' },
    { what: 'virsh migrate alone: pause of a guest that writes', measured: moves.alone, unit: ' ms' },
    { what: 'through the driver, relative to that', measured: moves.ours / moves.alone, atMost: 2 },
  ])
}
