// The operations that turn the rows of an owner as they are into those that are wanted.
import { DriverError } from '../driver-error.ts'
import type { Operation } from './ovsdb.ts'
import {
  digestOf,
  isShared,
  lineOf,
  MAIN,
  marksOf,
  ownerTag,
  refsText,
  TAGS,
  type Owner,
  type Present,
  type PresentRow,
} from './present.ts'
import type { Ref, WantedRow } from './row.ts'
import { defaultText, NAMED_ROOTS, wantedCell, wireOf, type Cell } from './schema.ts'

/** A UUID, or the name of a row that the transaction inserts. */
export type Pointer = readonly ['uuid' | 'named-uuid', string]

export interface Change {
  operations: Operation[]
  /** Pointers to rows that will be there, by table and key. */
  pointers: ReadonlyMap<string, Pointer>
  /** UUIDs of rows that will be gone. */
  deleted: ReadonlySet<string>
}

const nameOf = ({ table, key }: Ref) => `${table} ${key}`

/** Names of new rows are unique within a transaction. */
export type NewName = () => string

export function change(
  present: Present,
  owner: Owner,
  wanted: readonly WantedRow[],
  generation: number,
  newName: NewName,
): Change {
  if (wanted.length > 0 && present.isForeign(owner)) throw foreign(owner)
  const found = new Map<string, PresentRow>()
  const deleted = new Set<string>()
  const isWanted = new Set(wanted.map(nameOf))
  for (const row of present.of(owner).values()) {
    // a second row with the same key is a copy that somebody made
    if (isWanted.has(nameOf(row)) && !found.has(nameOf(row))) found.set(nameOf(row), row)
    else deleted.add(row.uuid)
  }
  const pointers = new Map<string, Pointer>()
  for (const row of wanted) {
    const old = found.get(nameOf(row))
    pointers.set(nameOf(row), old ? ['uuid', old.uuid] : ['named-uuid', newName()])
  }
  const pointerTo = (ref: Ref): Pointer => {
    const pointer = pointers.get(nameOf(ref))
    if (!pointer) throw new Error(`there is no row ${nameOf(ref)}`)
    return pointer
  }
  const { schema } = present
  const digest = digestOf(wanted.map((row) => wantedLine(row)))
  const main = MAIN[owner.kind]
  const marks = marksOf(present.installation)
  const mainTags = { ...marks, [TAGS.generation]: String(generation), [TAGS.digest]: digest }
  const operations: Operation[] = []
  for (const row of wanted) {
    const old = found.get(nameOf(row))
    const isMain = row.table === main.table && row.key === main.key
    if (old) operations.push(...updates(row, old, isMain ? mainTags : marks))
    else operations.push(...inserts(row, isMain ? mainTags : marks))
  }
  for (const uuid of deleted) operations.push({ op: 'delete', table: tableOf(uuid), where: is(uuid) })
  return { operations, pointers, deleted }

  function tableOf(uuid: string): string {
    return present.of(owner).get(uuid)!.table
  }

  function wantedLine(row: WantedRow): string {
    const cells = Object.entries(row.columns).flatMap(([column, value]): [string, string][] => {
      const cell = wantedCell(value)
      if ('refs' in cell) return isShared(owner, row.table, column) ? [] : [[column, refsText(cell.refs.map(nameOf))]]
      return cell.text === defaultText(schema, row.table, column) ? [] : [[column, cell.text]]
    })
    return lineOf(row, cells)
  }

  function inserts({ table, key, columns }: WantedRow, tags: Record<string, string>): Operation[] {
    const all = { [ownerTag(owner)]: owner.id, [TAGS.key]: key, ...tags }
    const row: Record<string, unknown> = { external_ids: ['map', Object.entries(all)] }
    for (const [column, value] of Object.entries(columns)) row[column] = wireOf(value, pointerTo)
    const [, name] = pointerTo({ table, key })
    const insert: Operation = { op: 'insert', table, row, 'uuid-name': name }
    // a row with our name that nobody has marked has lost its tags
    const isNamed = NAMED_ROOTS.includes(table)
    if (isNamed && present.isForeignName(table, String(columns.name))) throw foreign(owner)
    return isNamed ? [{ op: 'delete', table, where: [['name', '==', columns.name]] }, insert] : [insert]
  }

  function updates(row: WantedRow, old: PresentRow, tags: Record<string, string>): Operation[] {
    const changed: Record<string, unknown> = {}
    for (const [column, value] of Object.entries(row.columns)) {
      if (isShared(owner, row.table, column)) continue
      const cell = wantedCell(value)
      const before = old.cells[column]
      const isSame =
        'refs' in cell
          ? before && 'uuids' in before && isSameRows(cell.refs, before.uuids)
          : (before && 'text' in before ? before.text : before ? '' : defaultText(schema, row.table, column)) ===
            cell.text
      if (!isSame) changed[column] = wireOf(value, pointerTo)
    }
    for (const [column, cell] of Object.entries(old.cells))
      if (!(column in row.columns) && !isShared(owner, row.table, column))
        changed[column] = defaultWire(cell, defaultText(schema, row.table, column))
    const operations: Operation[] = []
    if (Object.keys(changed).length > 0)
      operations.push({ op: 'update', table: row.table, where: is(old.uuid), row: changed })
    const stale = Object.entries(tags).filter(([tag, value]) => old.external_ids[tag] !== value)
    if (stale.length > 0)
      operations.push({
        op: 'mutate',
        table: row.table,
        where: is(old.uuid),
        mutations: [
          ['external_ids', 'delete', ['set', stale.map(([tag]) => tag)]],
          ['external_ids', 'insert', ['map', stale]],
        ],
      })
    return operations
  }

  function isSameRows(refs: readonly Ref[], uuids: readonly string[]): boolean {
    const known = new Set(uuids)
    return refs.length === known.size && refs.every((ref) => known.has(pointerTo(ref)[1]))
  }
}

const foreign = ({ kind }: Owner) =>
  new DriverError(
    'refused',
    `another installation has the network of this VPC${kind === 'external' ? ', or an external network that it uses' : ''}`,
  )

export const is = (uuid: string) => [['_uuid', '==', ['uuid', uuid]]]

/** What a column has by default, given what it has now. */
function defaultWire(now: Cell, text: string): unknown {
  if (text !== '[]') return (JSON.parse(text) as unknown[])[0]
  return ['text' in now && now.text.startsWith('[[') ? 'map' : 'set', []]
}
