// Values of columns in a form that can be compared, whether they come from a database or are wanted. A column with its default is left
// out, so that a newer OVN with more columns makes no difference.
import type { Schema } from './link.ts'
import type { WireRow } from './ovsdb.ts'
import type { Ref, Value } from './row.ts'

/** All that we may write. */
export const TABLES = [
  'Logical_Router',
  'Logical_Router_Port',
  'Logical_Router_Policy',
  'Logical_Router_Static_Route',
  'Logical_Switch',
  'Logical_Switch_Port',
  'Gateway_Chassis',
  'NAT',
  'DHCP_Options',
  'DNS',
  'Address_Set',
  'Port_Group',
  'ACL',
] as const

/** What OVN itself writes there. */
const OWNED_BY_OVN: Record<string, readonly string[]> = {
  Logical_Switch_Port: ['up', 'dynamic_addresses'],
  Logical_Router_Port: ['status'],
}

/** Tables in which no two rows have the same name. */
export const NAMED_ROOTS = ['Address_Set', 'Port_Group']

/** `text` compares. Rows that it refers to compare by their UUIDs, or by their tables and keys. */
export type Cell = { text: string } | { uuids: readonly string[] }
export type Cells = Record<string, Cell>

export function monitoredColumns(schema: Schema): Record<string, string[]> {
  const ours = TABLES.filter((table) => schema.tables[table]).map((table) => {
    const columns = Object.keys(schema.tables[table]!.columns)
    return [table, columns.filter((column) => !OWNED_BY_OVN[table]?.includes(column))] as const
  })
  return Object.fromEntries(ours)
}

interface ColumnType {
  key: { type: string } | string
  value?: unknown
  min?: number
  max?: number | 'unlimited'
}

const DEFAULTS: Record<string, string> = { string: '[""]', integer: '[0]', real: '[0]', boolean: '[false]' }

/** As `text` of a cell. */
export function defaultText(schema: Schema, table: string, column: string): string {
  const type = schema.tables[table]?.columns[column]?.type as ColumnType | string | undefined
  if (type === undefined) throw new Error(`OVN has no column ${table}.${column}`)
  if (typeof type === 'string') return DEFAULTS[type] ?? '[]'
  if (type.value !== undefined || type.min === 0) return '[]'
  return DEFAULTS[typeof type.key === 'string' ? type.key : type.key.type] ?? '[]'
}

/** Without `external_ids`. */
export function cellsOf(schema: Schema, table: string, row: WireRow): Cells {
  const cells: Cells = {}
  for (const [column, wire] of Object.entries(row)) {
    if (column === 'external_ids' || column === '_uuid') continue
    const cell = cellOf(wire)
    if ('uuids' in cell || cell.text !== defaultText(schema, table, column)) cells[column] = cell
  }
  return cells
}

function cellOf(wire: unknown): Cell {
  if (!Array.isArray(wire)) return { text: JSON.stringify([wire]) }
  const [kind, content] = wire as [string, unknown]
  if (kind === 'uuid') return { uuids: [content as string] }
  if (kind === 'map') return { text: textOf(content as unknown[]) }
  const atoms = content as unknown[]
  const isReference = atoms.length > 0 && Array.isArray(atoms[0])
  return isReference ? { uuids: (atoms as [string, string][]).map(([, uuid]) => uuid) } : { text: textOf(atoms) }
}

const textOf = (atoms: readonly unknown[]) =>
  `[${atoms
    .map((atom) => JSON.stringify(atom))
    .sort()
    .join(',')}]`

export const isRef = (value: unknown): value is Ref => typeof value === 'object' && value !== null && 'table' in value

/** A value, or the rows that it refers to. */
export function wantedCell(value: Value): { text: string } | { refs: readonly Ref[] } {
  if (isRef(value)) return { refs: [value] }
  if (Array.isArray(value)) {
    const atoms = value as readonly unknown[]
    return atoms.length > 0 && isRef(atoms[0]) ? { refs: atoms as Ref[] } : { text: textOf(atoms) }
  }
  return { text: textOf(typeof value === 'object' ? Object.entries(value) : [value]) }
}

/** Other rows by `uuidOf`, which gives a UUID or the name that the transaction has for a new row. */
export function wireOf(value: Value, uuidOf: (ref: Ref) => readonly [string, string]): unknown {
  if (isRef(value)) return uuidOf(value)
  if (Array.isArray(value)) return ['set', value.map((atom) => (isRef(atom) ? uuidOf(atom) : atom))]
  return typeof value === 'object' ? ['map', Object.entries(value)] : value
}

/** A map of the wire, such as `external_ids`. */
export const mapOf = (wire: unknown): Record<string, string> =>
  Object.fromEntries((wire as [string, [string, string][]] | undefined)?.[1] ?? [])
