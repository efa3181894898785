// Stays connected to one database and keeps being told what is in it.
import type { Clock } from '../clock.ts'
import { DriverError } from '../driver-error.ts'
import { makeGate } from './gate.ts'
import {
  cannotBeReached,
  openOvsdb,
  type Operation,
  type Ovsdb,
  type OvsdbCertificates,
  type TableUpdates,
} from './ovsdb.ts'

const RECONNECT_DELAY_MS = 100
const MAX_RECONNECT_DELAY_MS = 500
/** A call that finds no connection waits this long for one: a restart of the database takes less. */
const CONNECT_WAIT_MS = 1_000

export interface Schema {
  version: string
  tables: Record<string, { columns: Record<string, { type: unknown }> }>
}

export interface LinkOptions {
  database: 'OVN_Northbound' | 'OVN_Southbound'
  remote: string
  certificates?: OvsdbCertificates | undefined
  clock: Clock
  answerTimeoutMs: number
  /** How often an idle connection is tried. */
  keepaliveMs: number
  /** What to be told about. */
  columns(schema: Schema): Record<string, readonly string[]>
  /** Everything that is there. Called after each connect. */
  reset(schema: Schema, rows: TableUpdates): void
  updated(rows: TableUpdates): void
}

export interface Link {
  /** Resolves once all changes that were committed before the call have been reported. */
  sync(): Promise<void>
  transact(operations: readonly Operation[]): Promise<Record<string, unknown>[]>
  isConnected(): boolean
  schema(): Schema | undefined
  close(): Promise<void>
}

export function openLink(options: LinkOptions): Link {
  const { clock, database, remote, answerTimeoutMs } = options
  const closed = new AbortController()
  let current: Ovsdb | undefined
  let schema: Schema | undefined
  let whenConnected = makeGate()

  async function timeout(signal: AbortSignal, milliseconds = answerTimeoutMs): Promise<never> {
    await clock.sleep(milliseconds, AbortSignal.any([signal, closed.signal])).catch(() => undefined)
    throw closed.signal.aborted
      ? new DriverError('closed', 'the network was closed')
      : new DriverError('host', 'the network does not answer', `${remote} does not answer`)
  }

  /** Until the connection ends. */
  async function follow(): Promise<void> {
    const ended = makeGate()
    /** What is reported before the rest is known. */
    let early: TableUpdates[] | undefined = []
    const ovsdb = await openOvsdb({
      remote,
      certificates: options.certificates,
      timeout,
      updated: (_monitor, tables) => (early ? void early.push(tables) : options.updated(tables)),
      ended: ended.open,
    })
    const close = () => ovsdb.close()
    closed.signal.addEventListener('abort', close)
    try {
      schema = (await ovsdb.call('get_schema', [database])) as Schema
      const wanted = Object.entries(options.columns(schema)).map(([table, columns]) => [table, [{ columns }]])
      const rows = (await ovsdb.call('monitor', [database, database, Object.fromEntries(wanted)])) as TableUpdates
      options.reset(schema, rows)
      for (const tables of early) options.updated(tables)
      early = undefined
      current = ovsdb
      whenConnected.open()
      while (!(await pause(options.keepaliveMs, ended.opened))) await ovsdb.call('echo', [])
    } finally {
      closed.signal.removeEventListener('abort', close)
      ovsdb.close()
      if (current) whenConnected = makeGate()
      current = undefined
    }
  }

  /** Whether it was cut short. */
  async function pause(milliseconds: number, until: Promise<void>): Promise<boolean> {
    const nap = new AbortController()
    const signal = AbortSignal.any([nap.signal, closed.signal])
    const slept = clock.sleep(milliseconds, signal).then(
      () => false,
      () => true,
    )
    const isCut = await Promise.race([slept, until.then(() => true)])
    nap.abort()
    return isCut
  }

  async function run(): Promise<void> {
    let delay = RECONNECT_DELAY_MS
    while (!closed.signal.aborted) {
      const begun = clock.now().getTime()
      await follow().catch(() => undefined)
      const lasted = clock.now().getTime() - begun
      delay = lasted > CONNECT_WAIT_MS ? RECONNECT_DELAY_MS : Math.min(delay * 2, MAX_RECONNECT_DELAY_MS)
      await clock.sleep(delay, closed.signal).catch(() => undefined)
    }
  }

  async function connected(): Promise<Ovsdb> {
    if (current) return current
    const done = new AbortController()
    try {
      await Promise.race([whenConnected.opened, timeout(done.signal, Math.min(CONNECT_WAIT_MS, answerTimeoutMs))])
    } finally {
      done.abort()
    }
    if (!current) throw cannotBeReached(remote)
    return current
  }

  const running = run()
  return {
    sync: async () => void (await (await connected()).call('echo', [])),
    transact: async (operations) => (await connected()).transact(database, operations),
    isConnected: () => current !== undefined,
    schema: () => schema,
    async close() {
      closed.abort()
      await running
    },
  }
}
