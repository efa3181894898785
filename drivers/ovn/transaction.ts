// What to write so that a VPC is as wanted, together with the switches of the external networks that it uses.
import type { ExternalNetwork, VpcNetwork } from '../network.ts'
import { change, is, type Change, type NewName, type Pointer } from './compare.ts'
import type { Schema } from './link.ts'
import type { Operation } from './ovsdb.ts'
import { MAIN, ownerTag, TAGS, type Owner, type Present } from './present.ts'
import type { WantedRow } from './row.ts'
import { externalPortKey } from './names.ts'
import { externalRows, LOCALNET } from './rows/external.ts'
import { vpcRows } from './rows/vpc.ts'

export type Plan = Operation[]

/** Undefined if nothing has to change. */
export function planVpc(present: Present, vpc: VpcNetwork, hostAddresses: readonly string[]): Plan | undefined {
  const rows = vpcRows(vpc, hostAddresses).map((row) => fitting(present.schema, row))
  const used = vpc.external_networks.filter(({ id }) => rows.some(({ key }) => key === externalPortKey(id)))
  return plan(present, { kind: 'vpc', id: vpc.id }, rows, vpc.generation, used)
}

/** Leaves out the options of names where this version of OVN has none. */
export const fitting = ({ tables }: Schema, { columns: { options, ...columns }, ...row }: WantedRow): WantedRow =>
  options === undefined || tables[row.table]?.columns.options === undefined
    ? { ...row, columns }
    : { ...row, columns: { ...columns, options } }

/** Undefined if there is nothing to remove. */
export const planRemoval = (present: Present, vpc_id: string): Plan | undefined =>
  plan(present, { kind: 'vpc', id: vpc_id }, [], 0, [])

function plan(
  present: Present,
  owner: Owner,
  rows: readonly WantedRow[],
  generation: number,
  used: readonly ExternalNetwork[],
): Plan | undefined {
  let names = 0
  const newName: NewName = () => `row${++names}`
  const own = change(present, owner, rows, generation, newName)
  const operations = [...own.operations]
  for (const network of used) operations.push(...joined(present, network, own, newName))
  const usedIds = new Set(used.map(({ id }) => id))
  for (const external of present.externalsOf(owner.id))
    if (!usedIds.has(external.id)) operations.push(...left(present, external, own))
  return operations.length > 0 ? [guard(present, owner), ...operations] : undefined
}

/** The switch of an external network, with the VPC's port on it. */
function joined(present: Present, network: ExternalNetwork, vpc: Change, newName: NewName): Operation[] {
  const owner: Owner = { kind: 'external', id: network.id }
  const { operations, pointers } = change(present, owner, externalRows(network), 1, newName)
  const port = vpc.pointers.get(`Logical_Switch_Port ${externalPortKey(network.id)}`)!
  const members = [pointers.get(`Logical_Switch_Port ${LOCALNET}`)!, port]
  const missing = members.filter(([, uuid]) => !portsOf(present, owner).includes(uuid))
  const uuid = pointers.get(`${MAIN.external.table} ${MAIN.external.key}`)!
  if (missing.length > 0) operations.push(mutatePorts(uuid, 'insert', missing))
  // the switch may be gone when another server has removed the last VPC from it
  return operations.length > 0 ? [guard(present, owner), ...operations] : []
}

/** The switch goes when the last VPC has left it. */
function left(present: Present, owner: Owner, vpc: Change): Operation[] {
  const main = present.main(owner)
  if (!main) return []
  const localnet = [...present.of(owner).values()].find(({ key }) => key === LOCALNET)
  const remaining = portsOf(present, owner).filter((uuid) => !vpc.deleted.has(uuid) && uuid !== localnet?.uuid)
  if (remaining.length === 0)
    return [...present.of(owner).values()].map(({ table, uuid }) => ({ op: 'delete', table, where: is(uuid) }))
  const leaving = portsOf(present, owner).filter((uuid) => vpc.deleted.has(uuid))
  return [
    mutatePorts(
      ['uuid', main.uuid],
      'delete',
      leaving.map((uuid): Pointer => ['uuid', uuid]),
    ),
  ]
}

const mutatePorts = (of: Pointer, how: 'insert' | 'delete', ports: readonly Pointer[]): Operation => ({
  op: 'mutate',
  table: MAIN.external.table,
  where: [['_uuid', '==', of]],
  mutations: [['ports', how, ['set', ports]]],
})

function portsOf(present: Present, owner: Owner): readonly string[] {
  const ports = present.main(owner)?.cells.ports
  return ports && 'uuids' in ports ? ports.uuids : []
}

/** The transaction fails if another server has written the same meanwhile. */
function guard(present: Present, owner: Owner): Operation {
  const main = present.main(owner)
  const wait = { op: 'wait', table: MAIN[owner.kind].table, timeout: 0, until: '==' }
  if (main)
    return {
      ...wait,
      where: is(main.uuid),
      columns: ['external_ids'],
      rows: [{ external_ids: ['map', Object.entries(main.external_ids)] }],
    }
  const tags = [
    [ownerTag(owner), owner.id],
    [TAGS.key, MAIN[owner.kind].key],
  ]
  return { ...wait, where: [['external_ids', 'includes', ['map', tags]]], columns: ['_uuid'], rows: [] }
}
