// A connection to a database of Open vSwitch (RFC 7047): JSON-RPC 1.0, its objects back to back without a separator.
import { readFileSync } from 'node:fs'
import { connect as connectSocket, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { DriverError } from '../driver-error.ts'
import { splitObjects } from './split-objects.ts'

/** Files, as PEM. */
export interface OvsdbCertificates {
  privateKey: string
  certificate: string
  /** The certificate of the authority that signs the server's. */
  authority: string
}

export interface OvsdbOptions {
  /** `unix:<path>`, `tcp:<host>:<port>` or `ssl:<host>:<port>`. */
  remote: string
  certificates?: OvsdbCertificates | undefined
  /** Rejects when the time for an answer is over. */
  timeout(signal: AbortSignal): Promise<never>
  /** `update` of a monitor: its name and the changed rows by table and UUID. */
  updated(monitor: string, tables: TableUpdates): void
  ended(): void
}

/** Columns as on the wire. */
export type WireRow = Record<string, unknown>
/** Only `new`: inserted. Only `old`: deleted. Both: `new` is the whole row. */
export type TableUpdates = Record<string, Record<string, { old?: WireRow; new?: WireRow }>>
export type Operation = Record<string, unknown> & { op: string }

export interface Ovsdb {
  call(method: string, params: readonly unknown[]): Promise<unknown>
  /** All or nothing. Returns a result per operation. */
  transact(database: string, operations: readonly Operation[]): Promise<Record<string, unknown>[]>
  close(): void
}

/** The transaction was refused because a row is not what it was when the transaction was made. */
export class Outdated extends DriverError {
  constructor() {
    super('busy', 'another server writes the same')
  }
}

interface Message {
  id: number | string | null
  method?: string
  params?: unknown[]
  result?: unknown
  error?: unknown
}

interface Waiting {
  resolve(result: unknown): void
  reject(error: Error): void
}

export async function openOvsdb(options: OvsdbOptions): Promise<Ovsdb> {
  const socket = openSocket(options)
  const waiting = new Map<number, Waiting>()
  let last = 0
  let isEnded = false

  const send = (message: Message) => void socket.write(JSON.stringify(message))
  const end = () => {
    if (isEnded) return
    isEnded = true
    socket.destroy()
    for (const { reject } of waiting.values()) reject(cannotBeReached(options.remote))
    waiting.clear()
    options.ended()
  }

  const take = (message: Message) => {
    if (message.method === 'echo') return send({ id: message.id, result: message.params, error: null })
    if (message.method === 'update') {
      const [monitor, tables] = message.params ?? []
      return options.updated(String(monitor), tables as TableUpdates)
    }
    const asked = waiting.get(Number(message.id))
    waiting.delete(Number(message.id))
    if (message.error) asked?.reject(refused(message.error))
    else asked?.resolve(message.result)
  }

  async function call(method: string, params: readonly unknown[]): Promise<unknown> {
    if (isEnded) throw cannotBeReached(options.remote)
    const id = ++last
    const answered = new AbortController()
    const answer = new Promise<unknown>((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      send({ id, method, params: [...params] })
    })
    try {
      return await Promise.race([answer, options.timeout(answered.signal)])
    } catch (error) {
      // the answer may come later than those of other calls, or never: nothing is known about this connection any more
      if (waiting.has(id)) end()
      throw error
    } finally {
      answered.abort()
    }
  }

  socket.setEncoding('utf8')
  socket.on('error', end)
  socket.on('close', end)
  socket.on('data', splitObjects(take as (value: unknown) => void, end))
  const opening = new AbortController()
  try {
    const opened = new Promise<void>((resolve, reject) => {
      socket.once(options.remote.startsWith('ssl:') ? 'secureConnect' : 'connect', resolve)
      socket.once('error', (error) => reject(cannotBeReached(options.remote, error.message)))
    })
    await Promise.race([opened, options.timeout(opening.signal)])
  } catch (error) {
    end()
    throw error
  } finally {
    opening.abort()
  }
  return {
    call,
    async transact(database, operations) {
      const results = (await call('transact', [database, ...operations])) as Record<string, unknown>[]
      // an operation that fails says so in its place, and a constraint that fails after the last one
      const bad = results.find((result) => result?.error)
      if (bad?.error === 'timed out') throw new Outdated()
      if (bad) throw refused(bad)
      return results
    },
    close: end,
  }
}

function openSocket({ remote, certificates }: OvsdbOptions): Socket {
  const [, kind, rest = ''] = /^(unix|tcp|ssl):(.+)$/.exec(remote) ?? []
  if (kind === 'unix') return connectSocket(rest)
  const [, host = '', port] = /^\[?(.*?)\]?:(\d+)$/.exec(rest) ?? []
  if (kind === 'tcp') return connectSocket({ host, port: Number(port) })
  if (kind !== 'ssl') throw new DriverError('refused', `${remote} is not an address of a database`)
  if (!certificates) throw new DriverError('refused', `${remote} needs certificates`)
  return connectTls({
    host,
    port: Number(port),
    key: readFileSync(certificates.privateKey),
    cert: readFileSync(certificates.certificate),
    ca: readFileSync(certificates.authority),
    // as ovn-nbctl: certificates of databases name no host
    checkServerIdentity: () => undefined,
  })
}

/** Tenants read the message, so it has no names of the operator. */
export const cannotBeReached = (remote: string, why = 'cannot be reached') =>
  new DriverError('host', 'the network cannot be reached', `${remote} ${why}`)

const refused = (error: unknown) => new DriverError('refused', 'the network refused the change', textOf(error))

function textOf(error: unknown): string {
  if (typeof error === 'string') return error
  const { details, error: code } = error as { details?: string; error?: string }
  return details ? `${code}: ${details}` : String(code)
}
