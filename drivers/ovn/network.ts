// VPCs on OVN. What a VPC should be is compared with what the northbound database has of it, and the difference is written in one
// transaction. It is in force when northd and the hosts have followed.
import type { Clock } from '../clock.ts'
import { DriverError } from '../driver-error.ts'
import type { Installation } from '../installation.ts'
import {
  ANSWER_TIMEOUT_MS,
  type Network,
  type NetworkPart,
  type Trace,
  type TracedPacket,
  type VpcNetwork,
} from '../network.ts'
import { keepsFrom } from './firewall.ts'
import { ForeignChanges } from './foreign-changes.ts'
import { makeGate } from './gate.ts'
import { Hosts, SOUTHBOUND_COLUMNS } from './hosts.ts'
import { openLink } from './link.ts'
import { cannotBeReached, Outdated, type OvsdbCertificates, type TableUpdates } from './ovsdb.ts'
import { Present, type Owner } from './present.ts'
import { monitoredColumns } from './schema.ts'
import { readThisHost } from './this-host.ts'
import { planRemoval, planVpc, type Plan } from './transaction.ts'

/**
 * A host that has not followed for this long counts as down: changes no longer wait for it, and hostsBehind() names it. One that is only slow,
 * because there is much to do, should not.
 */
export const SILENT_MS = 30_000
const KEEPALIVE_MS = 5_000
const NOT_FOLLOWED = 'the network does not follow'
/** While waiting for hosts: how often to look whether one of them counts as down by now. */
const RECHECK_MS = 100
/** parts() asks the hosts for a sign of life if the last one is older. */
const SIGN_OF_LIFE_MS = 10_000
/** How long a host may take for it. */
const PATIENCE_MS = 500
/** How soon a new address of this machine counts, as of a container or of another lease. */
export const ADDRESSES_MS = 60_000
/** Another server may write at the same time, though not for long. */
const MAX_TRIES = 5

export interface OvnOptions {
  installation: Installation
  /** `unix:<path>`, `tcp:<host>:<port>` or `ssl:<host>:<port>`. */
  northbound: string
  southbound: string
  /** For ssl. */
  certificates?: OvsdbCertificates | undefined
  clock: Clock
  trace(packet: TracedPacket): Promise<Trace | undefined>
  /** IPv4 addresses of this machine, as of now, if it has guests or manages hosts that have: guests must not reach them. */
  hostAddresses?: (() => readonly string[]) | undefined
  /** Shorter in tests. Not that of hosts: northd itself takes seconds to reconnect. */
  answerTimeoutMs?: number | undefined
  keepaliveMs?: number | undefined
  /** Where the name of this host is, in tests. */
  nameFile?: string | undefined
}

interface Global {
  nb_cfg: number
  sb_cfg: number
}

export async function openOvnNetwork(options: OvnOptions): Promise<Network> {
  const { clock, certificates, answerTimeoutMs = ANSWER_TIMEOUT_MS, keepaliveMs = KEEPALIVE_MS } = options
  const listeners = new Set<() => void>()
  const present = new Present(options.installation)
  const foreign = new ForeignChanges(present)
  const hosts = new Hosts(clock, SILENT_MS)
  /** Addresses of the hosts of machines, besides this one. */
  let toldAddresses: readonly string[] = []
  const hostAddresses = () =>
    options.hostAddresses ? [...new Set([...options.hostAddresses(), ...toldAddresses, ...hosts.addresses()])] : []
  let global: Global | undefined
  /** What hosts must have followed to have the last change of a VPC. Of one without an entry it is `changedBefore`. */
  const changedAt = new Map<string, number>()
  let changedBefore = 0
  let lastWrite: Promise<unknown> = Promise.resolve()
  let lastRaise = -Infinity
  let progress = makeGate()

  const closing = new AbortController()

  const now = () => clock.now().getTime()
  const tell = () => listeners.forEach((listener) => listener())
  function advance() {
    progress.open()
    progress = makeGate()
  }

  function takeGlobal(tables: TableUpdates): void {
    for (const { new: row } of Object.values(tables.NB_Global ?? {}))
      global = row && { nb_cfg: Number(row.nb_cfg), sb_cfg: Number(row.sb_cfg) }
    advance()
  }

  /** Whoever made them: the number that hosts follow rises in the same transaction. */
  function noteChanges(touched: readonly Owner[]): void {
    for (const owner of touched.filter(({ kind }) => kind === 'vpc'))
      if (present.of(owner).size > 0) changedAt.set(owner.id, global?.nb_cfg ?? 0)
      else changedAt.delete(owner.id)
  }

  const common = { certificates, clock, answerTimeoutMs, keepaliveMs }
  const northbound = openLink({
    ...common,
    database: 'OVN_Northbound',
    remote: options.northbound,
    columns: (schema) => ({ ...monitoredColumns(schema), NB_Global: ['nb_cfg', 'sb_cfg'] }),
    reset(schema, tables) {
      present.reset(schema)
      present.take(tables)
      takeGlobal(tables)
      // what changed before is not known
      changedAt.clear()
      changedBefore = global?.nb_cfg ?? 0
      foreign.reset()
      tell()
    },
    updated(tables) {
      const touched = present.take(tables)
      takeGlobal(tables)
      noteChanges(touched)
      if (foreign.notice(touched)) tell()
    },
  })
  const southbound = openLink({
    ...common,
    database: 'OVN_Southbound',
    remote: options.southbound,
    columns: () => SOUTHBOUND_COLUMNS,
    reset(_schema, tables) {
      hosts.reset()
      hosts.take(tables)
      advance()
      tell()
    },
    updated(tables) {
      const before = hosts.addresses().join()
      hosts.take(tables)
      advance()
      // another host, whose address guests must not reach either
      if (hosts.addresses().join() !== before) tell()
    },
  })

  async function watchOwnAddresses(own: () => readonly string[]): Promise<void> {
    for (let before = own().join(); !closing.signal.aborted;) {
      await clock.sleep(ADDRESSES_MS, closing.signal).catch(() => undefined)
      const after = own().join()
      if (after !== before) tell()
      before = after
    }
  }

  /** One at a time: a difference is computed from the result of the one before. Returns what to wait for. */
  function write(plan: () => Plan | undefined): Promise<number> {
    const result = lastWrite.then(() => writeFresh(plan))
    lastWrite = result.catch(() => undefined)
    return result
  }

  async function writeFresh(plan: () => Plan | undefined): Promise<number> {
    for (let tries = 1; ; tries++) {
      await northbound.sync()
      try {
        return await writeOnce(plan())
      } catch (error) {
        if (!(error instanceof Outdated) || tries === MAX_TRIES) throw error
      }
    }
  }

  async function writeOnce(plan: Plan | undefined): Promise<number> {
    if (!plan) return global?.nb_cfg ?? 0
    const raise = [
      { op: 'mutate', table: 'NB_Global', where: [], mutations: [['nb_cfg', '+=', 1]] },
      { op: 'select', table: 'NB_Global', where: [], columns: ['nb_cfg'] },
    ]
    const results = await northbound.transact([...plan, ...raise])
    const rows = results.at(-1)?.rows as { nb_cfg: number }[] | undefined
    if (!rows?.[0]) throw new DriverError('host', NOT_FOLLOWED, 'ovn-northd has not prepared the northbound database')
    lastRaise = now()
    return rows[0].nb_cfg
  }

  const isInForce = (nb_cfg: number) =>
    northbound.isConnected() &&
    southbound.isConnected() &&
    global !== undefined &&
    global.sb_cfg >= nb_cfg &&
    hosts.waitingFor(nb_cfg).length === 0

  /** Fails when nothing has moved for a while. Thousands of ports take OVN longer than that, but it moves. */
  async function inForce(nb_cfg: number): Promise<void> {
    let [begun, before] = [now(), '']
    while (!isInForce(nb_cfg)) {
      const after = `${global?.sb_cfg} ${hosts.progress()}`
      if (after !== before) [begun, before] = [now(), after]
      if (now() >= begun + ANSWER_TIMEOUT_MS) throw whyNotInForce(nb_cfg)
      const nap = new AbortController()
      await Promise.race([progress.opened, clock.sleep(RECHECK_MS, nap.signal).catch(() => undefined)])
      nap.abort()
    }
  }

  function whyNotInForce(nb_cfg: number): DriverError {
    if (!northbound.isConnected()) return cannotBeReached(options.northbound)
    if (!southbound.isConnected()) return cannotBeReached(options.southbound)
    if ((global?.sb_cfg ?? 0) < nb_cfg) return new DriverError('host', NOT_FOLLOWED, 'ovn-northd does not follow')
    const late = hosts.waitingFor(nb_cfg)
    const those = late.length === 1 ? '1 host has' : `${late.length} hosts have`
    return new DriverError('host', `${those} not confirmed the change`, `not confirmed by ${late.join(', ')}`)
  }

  /** Raises the number that every host has to follow. */
  async function askForSignOfLife(): Promise<void> {
    await northbound.sync()
    if (now() - lastRaise < SIGN_OF_LIFE_MS) return
    const nb_cfg = await write(() => [])
    const nap = new AbortController()
    await Promise.race([inForce(nb_cfg).catch(() => undefined), clock.sleep(PATIENCE_MS, nap.signal).catch(() => {})])
    nap.abort()
  }

  function databases(): NetworkPart[] {
    const isBehind = global !== undefined && global.sb_cfg < global.nb_cfg && now() - lastRaise > PATIENCE_MS
    const version = hosts.version()
    const part = (name: string, state: NetworkPart['state'], address: string): NetworkPart => ({
      kind: 'database',
      name,
      state,
      version,
      address,
    })
    return [
      part('northbound', northbound.isConnected() ? 'up' : 'down', options.northbound),
      // northd, which translates one into the other, has no connection of ours
      part('southbound', southbound.isConnected() ? (isBehind ? 'lagging' : 'up') : 'down', options.southbound),
    ]
  }

  if (options.hostAddresses) void watchOwnAddresses(options.hostAddresses)

  return {
    async apply(vpc: VpcNetwork) {
      const owner: Owner = { kind: 'vpc', id: vpc.id }
      await inForce(
        await write(() =>
          present.generation(owner) > vpc.generation ? undefined : planVpc(present, vpc, hostAddresses()),
        ),
      )
    },
    async remove(vpc_id) {
      await inForce(await foreign.whileRemoving(vpc_id, () => write(() => planRemoval(present, vpc_id))))
    },
    async list() {
      await inForce(await write(() => undefined))
      const addresses = hostAddresses()
      const own = present.owners('vpc').filter((owner) => present.isOurs(owner))
      return own.map((owner) => ({
        vpc_id: owner.id,
        // the addresses of a host change without a change of the VPC
        generation: keepsFrom(present.of(owner), addresses) ? foreign.generationOf(owner) : 0,
      }))
    },
    others: async () => present.foreignVpcs(),
    hostsBehind: async (vpc_id) => hosts.behind(changedAt.get(vpc_id) ?? changedBefore),
    switchesInUserSpace: async () => hosts.switchInUserSpace(),
    keepGuestsFrom(addresses) {
      if (addresses.join() === toldAddresses.join()) return
      toldAddresses = [...addresses]
      tell()
    },
    trace: options.trace,
    async parts() {
      const [here] = await Promise.all([readThisHost(options.nameFile), askForSignOfLife().catch(() => undefined)])
      return [...databases(), ...hosts.parts(here)]
    },
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async close() {
      listeners.clear()
      closing.abort()
      await Promise.all([northbound.close(), southbound.close()])
    },
  }
}
