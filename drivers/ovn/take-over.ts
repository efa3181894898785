// Takes over VPCs of another installation, without its help: it may be gone, or still run. Traffic goes on.
import type { Clock } from '../clock.ts'
import { DriverError } from '../driver-error.ts'
import type { Installation, Mark } from '../installation.ts'
import { ANSWER_TIMEOUT_MS } from '../network.ts'
import { is } from './compare.ts'
import { openLink } from './link.ts'
import type { OvsdbCertificates, TableUpdates } from './ovsdb.ts'
import { markIn, marksOf, type Owner, ownerIn } from './present.ts'
import { mapOf, TABLES } from './schema.ts'

const KEEPALIVE_MS = 5_000
/** The other installation may add rows meanwhile. */
const MAX_TRIES = 10

export interface TakeOverOptions {
  northbound: string
  certificates?: OvsdbCertificates | undefined
  clock: Clock
}

export interface FoundOwner extends Owner {
  mark: Mark
}

interface Row {
  table: string
  uuid: string
  owner: Owner
  mark: Mark
}

export interface NetworkTakeOver {
  /** Lists what all installations have. */
  list(): Promise<FoundOwner[]>
  take(owners: readonly Owner[], by: Installation): Promise<void>
  close(): Promise<void>
}

export function openNetworkTakeOver({ northbound, certificates, clock }: TakeOverOptions): NetworkTakeOver {
  const rows = new Map<string, Row>()

  function note(tables: TableUpdates): void {
    for (const [table, changed] of Object.entries(tables))
      for (const [uuid, { new: row }] of Object.entries(changed)) {
        const tags = mapOf(row?.external_ids)
        const owner = ownerIn(tags)
        if (owner) rows.set(uuid, { table, uuid, owner, mark: markIn(tags) })
        else rows.delete(uuid)
      }
  }

  const link = openLink({
    database: 'OVN_Northbound',
    remote: northbound,
    certificates,
    clock,
    answerTimeoutMs: ANSWER_TIMEOUT_MS,
    keepaliveMs: KEEPALIVE_MS,
    columns: (schema) => Object.fromEntries(TABLES.filter((each) => schema.tables[each]).map((each) => [each, TAGGED])),
    reset(_schema, tables) {
      rows.clear()
      note(tables)
    },
    updated: note,
  })

  return {
    async list() {
      await link.sync()
      const found = new Map<string, FoundOwner>()
      for (const { owner, mark } of rows.values()) {
        const key = `${owner.kind} ${owner.id}`
        const before = found.get(key)
        if (!before || (mark?.epoch ?? -1) > (before.mark?.epoch ?? -1)) found.set(key, { ...owner, mark })
      }
      return [...found.values()]
    },
    async take(owners, by) {
      const wanted = new Set(owners.map(({ kind, id }) => `${kind} ${id}`))
      const marks = Object.entries(marksOf(by))
      for (let tries = 1; ; tries++) {
        await link.sync()
        const left = [...rows.values()].filter(
          ({ owner, mark }) =>
            wanted.has(`${owner.kind} ${owner.id}`) && (mark?.id !== by.id || mark.epoch !== by.epoch),
        )
        if (left.length === 0) return
        if (tries > MAX_TRIES) throw new DriverError('busy', 'another server keeps changing the same VPCs')
        await link.transact(
          left.map(({ table, uuid }) => ({
            op: 'mutate',
            table,
            where: is(uuid),
            mutations: [
              ['external_ids', 'delete', ['set', marks.map(([tag]) => tag)]],
              ['external_ids', 'insert', ['map', marks]],
            ],
          })),
        )
      }
    },
    close: () => link.close(),
  }
}

const TAGGED = ['external_ids']
