// `restore FILE --take-over`: the restored installation adopts the machines and VPCs of the original, which may still run. What is to be
// done is written down first (the file `taking-over`), so that an interrupted take-over goes on where it was; until then no server starts.
import { existsSync, statSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { type AdoptedMachine, adoptMachines } from '#control/compute/adopt.ts'
import type { Database } from '#control/db/database.ts'
import { migrate } from '#control/db/migrate.ts'
import { volumeFile } from '#drivers/files/blocks.ts'
import { markFolder } from '#drivers/files/mark.ts'
import type { Installation } from '#drivers/installation.ts'
import { type FoundDomain, listDomains, takeOverDomains } from '#drivers/libvirt/take-over.ts'
import { makeVirsh } from '#drivers/libvirt/virsh.ts'
import { openNetworkTakeOver } from '#drivers/ovn/take-over.ts'
import type { Owner } from '#drivers/ovn/present.ts'
import { clock } from '../clock.ts'
import { ID_NAME, readId } from '../storage/installation-id.ts'
import { checkVolumes, volumesElsewhere } from '../last-options.ts'
import { HOSTS_ONLY, poolIn } from '../option-readers.ts'
import { BadOption, type Options } from '../options.ts'

export const TAKING_OVER = 'taking-over'
const ANSWER_MS = 30_000

interface Move {
  from: string
  to: string
}

interface Plan {
  by: Installation
  machines: string[]
  /** Machines among them that run. */
  running: AdoptedMachine[]
  networks: Owner[]
  /** Disks and folders of machines. */
  moves: Move[]
}

export interface TakeOverOptions extends Pick<Options, 'data' | 'machines' | 'network'> {
  /** Where the data directory of the original is now, if it was moved since its machines started. */
  original?: string | undefined
  /** Prints a line. */
  say(text: string): void
}

export const isInterrupted = (data: string) => existsSync(join(data, TAKING_OVER))

/** Says what there is to take over, and writes it down. Nothing of the original has changed until then. */
export async function planTakeOver(db: Database, options: TakeOverOptions): Promise<void> {
  const { data, say } = options
  await migrate(db, clock.now())
  await mustBeAble(db, data)
  const known = await knownIn(db)
  const [domains, networks] = [await domainsOf(options), await networksOf(options)]
  const ours = domains.map((domain) => ({ domain, problem: problemOf(domain, known, options) }))
  const taken = ours.filter(({ problem }) => problem === undefined).map(({ domain }) => domain)
  const vpcs = networks.filter(({ kind, id }) => known[kind].has(id))

  say(taken.length === 0 ? 'There is no machine to take over.' : 'Machines to take over:')
  for (const domain of taken) say(`  ${described(domain)}`)
  const left = ours.filter(({ problem }) => problem !== undefined)
  if (left.length > 0) say('Machines that stay as they are:')
  for (const { domain, problem } of left) say(`  ${described(domain)}: ${problem}`)
  if (options.network) say(`VPCs to take over: ${vpcs.filter(({ kind }) => kind === 'vpc').length}`)

  const row = await db.read.selectFrom('data_directory').select('epoch').executeTakeFirst()
  const epochs = [...taken, ...vpcs].map(({ mark }) => mark?.epoch ?? 0)
  const plan: Plan = {
    by: { id: readId(join(data, ID_NAME))!, epoch: Math.max(row?.epoch ?? 0, ...epochs) + 1 },
    machines: taken.map(({ record }) => record.id),
    running: taken.filter(isUp).map(adopted),
    networks: vpcs.map(({ kind, id }) => ({ kind, id })),
    moves: movesOf(taken, options),
  }
  await writeFile(join(data, `${TAKING_OVER}.new`), JSON.stringify(plan), { mode: 0o600 })
  await rename(join(data, `${TAKING_OVER}.new`), join(data, TAKING_OVER))
}

/** Repeating it goes on where it was. Returns what was taken over, in words. */
export async function carryOutTakeOver(db: Database, options: TakeOverOptions): Promise<string> {
  const file = join(options.data, TAKING_OVER)
  const { by, machines, running, networks, moves } = JSON.parse(await readFile(file, 'utf8')) as Plan
  await adoptMachines(db, running, clock.now())
  await db.transaction(async (tx) => {
    await tx.deleteFrom('data_directory').execute()
    await tx
      .insertInto('data_directory')
      .values({ ...by, time_created: clock.now().toISOString() })
      .execute()
  })
  const [folder, volumes] = [machineFolder(options.data), volumeFolder(options.data)]
  for (const each of [folder, volumes]) await mkdir(each, { recursive: true, mode: 0o700 })
  // first, so that the original lets go before anything moves
  if (hasLibvirt(options.machines)) await takeOverDomains(virshFor(options.machines), machines, { ...by, home: folder })
  for (const { from, to } of moves) if (existsSync(from)) await rename(from, to)
  await markFolder(volumes, by.id)
  await withNetwork(options, (network) => network.take(networks, by))
  await rm(file)
  const vpcs = networks.filter(({ kind }) => kind === 'vpc').length
  return `${machines.length} machines and ${vpcs} VPCs`
}

/** Refuses what would take VPCs from guests that stay behind, or let two servers open the same disks. */
async function mustBeAble({ read }: Database, data: string): Promise<void> {
  const added = read.selectFrom('host').select('address').where('sled_id', 'is not', null)
  const hosts = (await added.where('time_removed', 'is', null).execute()).map(({ address }) => address)
  if (hosts.length > 0)
    throw new BadOption(
      `a take-over reaches only the machines of this host, and the backup has added hosts: ${hosts.join(', ')}. Stop the original, ` +
        'end its machines there, and restore without --take-over',
    )
  const elsewhere = volumesElsewhere(data)
  if (poolIn(elsewhere) !== undefined)
    throw new BadOption(
      `the volumes of the original are on Ceph, in ${elsewhere}, where a take-over could not keep it from them. Stop the original, end its ` +
        'machines, and restore without --take-over',
    )
  checkVolumes({ file: join(data, 'last-options'), options: { volumes: elsewhere } })
}

const machineFolder = (data: string) => join(resolve(data), 'machines')
/** The folder that `--volumes` names goes over as it is. */
const volumeFolder = (data: string) => volumesElsewhere(data) ?? join(resolve(data), 'disks')
const virshFor = (uri: string) => makeVirsh({ uri, timeoutMs: ANSWER_MS })

const hasLibvirt = (machines: string | undefined): machines is string =>
  machines !== undefined && machines !== HOSTS_ONLY
const domainsOf = async ({ machines }: TakeOverOptions) => (hasLibvirt(machines) ? listDomains(virshFor(machines)) : [])
const networksOf = async (options: TakeOverOptions) => (await withNetwork(options, (network) => network.list())) ?? []

async function withNetwork<T>(
  { network }: TakeOverOptions,
  work: (network: ReturnType<typeof openNetworkTakeOver>) => Promise<T>,
): Promise<T | undefined> {
  if (!network) return undefined
  const open = openNetworkTakeOver({ ...network, clock })
  try {
    return await work(open)
  } finally {
    await open.close()
  }
}

type Known = Record<'machine' | 'disk' | 'sled' | Owner['kind'], ReadonlySet<string>>

async function knownIn({ read }: Database): Promise<Known> {
  const idsOf = async (table: 'instance' | 'volume' | 'sled' | 'vpc' | 'external_network') =>
    new Set((await read.selectFrom(table).select('id').execute()).map(({ id }) => id))
  const [machine, disk, sled, vpc, external] = await Promise.all(
    (['instance', 'volume', 'sled', 'vpc', 'external_network'] as const).map(idsOf),
  )
  return { machine: machine!, disk: disk!, sled: sled!, vpc: vpc!, external: external! }
}

/** Why a machine cannot be taken over. */
function problemOf({ record, disks }: FoundDomain, known: Known, options: TakeOverOptions): string | undefined {
  if (!known.machine.has(record.id)) return 'the backup has no such instance'
  if (!known.sled.has(record.sled_id)) return 'the backup has no such sled'
  const other = disks.find(({ id }) => !known.disk.has(id))
  if (other) return `the backup does not have its disk ${other.id}`
  const shared = volumesElsewhere(options.data)
  const far = disks.find(({ path }) => poolIn(path) !== undefined || (shared !== undefined && dirname(path) !== shared))
  if (far) return `its disk ${far.id} is ${far.path}, and not where the backup has its volumes`
  // another file has what its guest wrote since then
  const snapshot = disks.find(({ id, path }) => path !== volumeFile(dirname(path), id))
  if (snapshot) return `somebody has taken a snapshot of its disk ${snapshot.id}: merge it with virsh blockcommit first`
  const places = disks.map(({ path }) => placeNow(path, options))
  // what is in the data directory now has just been restored
  const missing = places.find((path) => !existsSync(path) || path.startsWith(resolve(options.data) + sep))
  return missing && `its disk is no longer at ${missing}: name the data directory of the original with --original`
}

const described = ({ record: { id, name, state } }: FoundDomain) => `${name} (${id}), ${state}`
const isUp = ({ record: { state } }: FoundDomain) => ['starting', 'running', 'rebooting', 'stopping'].includes(state)

const adopted = ({ record: { id, sled_id, generation, state } }: FoundDomain): AdoptedMachine => ({
  id,
  sled_id,
  generation,
  isStopping: state === 'stopping',
})

/** Where a file of a machine is now: the paths are those of its start. */
function placeNow(path: string, { data, original }: TakeOverOptions): string {
  if (original === undefined || dirname(path) === volumeFolder(data)) return path
  // data/disks/ID.blocks and data/machines/ID-GENERATION
  return join(resolve(original), relative(dirname(dirname(path)), path))
}

function movesOf(domains: readonly FoundDomain[], options: TakeOverOptions): Move[] {
  const { data } = options
  const moves = domains
    .flatMap(({ record, disks, folder }): Move[] => [
      ...disks.map(({ id, path }) => ({ from: placeNow(path, options), to: volumeFile(volumeFolder(data), id) })),
      ...(folder === undefined
        ? []
        : [{ from: placeNow(folder, options), to: join(machineFolder(data), `${record.id}-${record.generation}`) }]),
    ])
    .filter(({ from, to }) => from !== to)
  const far = moves.find(({ from }) => existsSync(from) && statSync(from).dev !== statSync(data).dev)
  if (far)
    throw new BadOption(
      `${far.from} is on another file system: restore to a --data beside the original, so that it can be moved`,
    )
  return moves
}
