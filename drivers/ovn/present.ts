// Our rows of the northbound database, as they are. Of the rows of other installations only their names are kept, and nothing of those of
// other programs.
import { createHash } from 'node:crypto'
import { type Installation, type Mark, standingOf } from '../installation.ts'
import type { Schema } from './link.ts'
import type { TableUpdates, WireRow } from './ovsdb.ts'
import { cellsOf, mapOf, NAMED_ROOTS, type Cells } from './schema.ts'
import { networkOfPort } from './names.ts'

export const TAGS = {
  key: 'rackwright-key',
  /** Whose the row is. Version 0.2.0 did not write it. */
  installation: 'rackwright-installation',
  epoch: 'rackwright-epoch',
  /** In the main row: the generation that the rows are of. */
  generation: 'rackwright-generation',
  /** In the main row: of all rows, so that a change by somebody else is noticed by every server, at any time. */
  digest: 'rackwright-digest',
}
/** The mark of an installation, as tags. */
export const marksOf = ({ id, epoch }: Installation) => ({ [TAGS.installation]: id, [TAGS.epoch]: String(epoch) })

export function markIn(external_ids: Record<string, string>): Mark {
  const id = external_ids[TAGS.installation]
  return id === undefined ? undefined : { id, epoch: Number(external_ids[TAGS.epoch] ?? 0) }
}

const OWNER_TAGS = { vpc: 'rackwright-vpc', external: 'rackwright-external' } as const

/** What rows belong to: a VPC, or an external network, which VPCs share. */
export interface Owner {
  kind: keyof typeof OWNER_TAGS
  id: string
}

export const ownerTag = ({ kind }: Owner) => OWNER_TAGS[kind]

/** Undefined for the rows of other programs. */
export function ownerIn(external_ids: Record<string, string>): Owner | undefined {
  const kind = (['vpc', 'external'] as const).find((one) => external_ids[OWNER_TAGS[one]])
  return kind && { kind, id: external_ids[OWNER_TAGS[kind]]! }
}

/** The row with the generation and the digest. */
export const MAIN = {
  vpc: { table: 'Logical_Router', key: 'router' },
  external: { table: 'Logical_Switch', key: 'switch' },
} as const

export interface PresentRow {
  uuid: string
  table: string
  owner: Owner
  key: string
  cells: Cells
  external_ids: Record<string, string>
  /** It has our mark. Otherwise nobody's: it becomes ours when the VPC that it belongs to is applied. */
  isClaimed: boolean
}

export type Rows = ReadonlyMap<string, PresentRow>

const nameOf = ({ kind, id }: Owner) => `${kind}:${id}`

export class Present {
  readonly installation: Installation
  #schema: Schema | undefined
  /** What the rows of other installations are called, by UUID. */
  #foreign = new Map<string, readonly string[]>()
  /** How many rows have a name. */
  #foreignNames = new Map<string, number>()
  #rows = new Map<string, PresentRow>()
  #owned = new Map<string, Map<string, PresentRow>>()

  constructor(installation: Installation) {
    this.installation = installation
  }

  get schema(): Schema {
    if (!this.#schema) throw new Error('not connected yet')
    return this.#schema
  }

  reset(schema: Schema): void {
    this.#schema = schema
    this.#rows = new Map()
    this.#owned = new Map()
    this.#foreign = new Map()
    this.#foreignNames = new Map()
  }

  /** Returns the owners of rows that have changed. */
  take(updates: TableUpdates): Owner[] {
    const touched = new Map<string, Owner>()
    for (const [table, rows] of Object.entries(updates)) {
      if (table === 'NB_Global') continue
      for (const [uuid, { new: row }] of Object.entries(rows)) {
        const isForeign = row !== undefined && this.#isForeign(row)
        this.#noteForeign(uuid, isForeign ? namesOf(table, row) : [])
        const [before, after] = [this.#rows.get(uuid), row && !isForeign ? this.#read(table, uuid, row) : undefined]
        if (before) this.#forget(before)
        if (after) this.#keep(after)
        for (const one of [before, after]) if (one) touched.set(nameOf(one.owner), one.owner)
      }
    }
    return [...touched.values()]
  }

  of(owner: Owner): Rows {
    return this.#owned.get(nameOf(owner)) ?? new Map()
  }

  owners(kind: Owner['kind']): Owner[] {
    return [...this.#owned.values()].map((rows) => [...rows.values()][0]!.owner).filter((owner) => owner.kind === kind)
  }

  /** Whether one of its rows has our mark. */
  isOurs(owner: Owner): boolean {
    return [...this.of(owner).values()].some(({ isClaimed }) => isClaimed)
  }

  /** Whether another installation has rows of it. */
  isForeign(owner: Owner): boolean {
    return this.#foreignNames.has(nameOf(owner))
  }

  /** Whether another installation has a row of this name, which has to be unique. */
  isForeignName(table: string, name: string): boolean {
    return this.#foreignNames.has(`${table} ${name}`)
  }

  /** The VPCs of other installations. */
  foreignVpcs(): string[] {
    return [...this.#foreignNames.keys()].flatMap((name) => (name.startsWith(VPC) ? [name.slice(VPC.length)] : []))
  }

  #noteForeign(uuid: string, names: readonly string[]): void {
    for (const name of this.#foreign.get(uuid) ?? []) {
      const left = (this.#foreignNames.get(name) ?? 0) - 1
      if (left > 0) this.#foreignNames.set(name, left)
      else this.#foreignNames.delete(name)
    }
    for (const name of names) this.#foreignNames.set(name, (this.#foreignNames.get(name) ?? 0) + 1)
    if (names.length > 0) this.#foreign.set(uuid, names)
    else this.#foreign.delete(uuid)
  }

  #isForeign(row: WireRow): boolean {
    const standing = standingOf(this.installation, markIn(mapOf(row.external_ids)), true)
    return standing === 'foreign' || standing === 'taken_over'
  }

  /** The external networks that a VPC uses. */
  externalsOf(vpc_id: string): Owner[] {
    const keys = [...this.of({ kind: 'vpc', id: vpc_id }).values()].map(({ key }) => networkOfPort(key))
    return keys.flatMap((id) => (id === undefined ? [] : [{ kind: 'external', id }]))
  }

  main(owner: Owner): PresentRow | undefined {
    return [...this.of(owner).values()].find(
      ({ table, key }) => table === MAIN[owner.kind].table && key === MAIN[owner.kind].key,
    )
  }

  /** Zero if the rows are not those that we wrote, or do not have our mark yet. */
  generation(owner: Owner): number {
    const main = this.main(owner)
    if ([...this.of(owner).values()].some(({ isClaimed }) => !isClaimed)) return 0
    if (!main || main.external_ids[TAGS.digest] !== this.digest(owner)) return 0
    return Number(main.external_ids[TAGS.generation] ?? 0)
  }

  digest(owner: Owner): string {
    const lines = [...this.of(owner).values()].map((row) => {
      const cells = Object.entries(row.cells).flatMap(([column, cell]): [string, string][] => {
        if (isShared(owner, row.table, column)) return []
        return [[column, 'text' in cell ? cell.text : refsText(cell.uuids.map((uuid) => this.#refOf(uuid)))]]
      })
      return lineOf(row, cells)
    })
    return digestOf(lines)
  }

  #refOf(uuid: string): string {
    const row = this.#rows.get(uuid)
    return row ? `${row.table} ${row.key}` : '?'
  }

  #read(table: string, uuid: string, row: WireRow): PresentRow | undefined {
    const external_ids = mapOf(row.external_ids)
    const [owner, key] = [ownerIn(external_ids), external_ids[TAGS.key]]
    if (!owner || key === undefined) return undefined
    const isClaimed = markIn(external_ids) !== undefined
    return { uuid, table, owner, key, cells: cellsOf(this.schema, table, row), external_ids, isClaimed }
  }

  #forget({ uuid, owner }: PresentRow): void {
    this.#rows.delete(uuid)
    const rows = this.#owned.get(nameOf(owner))
    rows?.delete(uuid)
    if (rows?.size === 0) this.#owned.delete(nameOf(owner))
  }

  #keep(row: PresentRow): void {
    this.#rows.set(row.uuid, row)
    const rows = this.#owned.get(nameOf(row.owner)) ?? new Map<string, PresentRow>()
    this.#owned.set(nameOf(row.owner), rows.set(row.uuid, row))
  }
}

const VPC = nameOf({ kind: 'vpc', id: '' })

/** What a row of another installation belongs to, and its name where names are unique. */
function namesOf(table: string, row: WireRow): string[] {
  const owner = ownerIn(mapOf(row.external_ids))
  return [...(owner ? [nameOf(owner)] : []), ...(NAMED_ROOTS.includes(table) ? [`${table} ${String(row.name)}`] : [])]
}

/** The ports of an external network's switch are those of all VPCs that use it. */
export const isShared = ({ kind }: Owner, table: string, column: string) =>
  kind === 'external' && table === 'Logical_Switch' && column === 'ports'

export const refsText = (refs: readonly string[]) => JSON.stringify([...refs].sort())

export const lineOf = ({ table, key }: { table: string; key: string }, cells: readonly [string, string][]) =>
  JSON.stringify([table, key, ...[...cells].sort(([a], [b]) => (a < b ? -1 : 1))])

export const digestOf = (lines: readonly string[]) =>
  createHash('sha256')
    .update([...lines].sort().join('\n'))
    .digest('base64url')
