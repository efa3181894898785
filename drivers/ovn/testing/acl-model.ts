// What OVN does with ACLs, as its manual says (ovn-nb, ovn-sb): the reference that the rules of the firewall are compared with. It reads
// the expressions that are really written, and refuses what OVN would refuse. Not for production code.
import type { Ref, WantedRow } from '../row.ts'
import { type Evaluate, type Packet, parseMatch } from './match-model.ts'

export type { Packet } from './match-model.ts'

interface Acl {
  direction: string
  priority: number
  action: string
  matches: Evaluate
}

export interface AclModel {
  /** Judges the first packet of a connection, at one interface. */
  passes(direction: 'to-lport' | 'from-lport', port: string, packet: Packet): boolean
}

const strings = (row: WantedRow, column: string) => row.columns[column] as readonly string[]
const refs = (row: WantedRow, column: string) => (row.columns[column] as readonly Ref[]).map(({ key }) => key)

/** The key of a port is its name here. */
export function makeAclModel(rows: readonly WantedRow[]): AclModel {
  const of = (table: string) => rows.filter((row) => row.table === table)
  const sets = new Map(of('Address_Set').map((row) => [named(row), strings(row, 'addresses')]))
  const acls = new Map(of('ACL').map((row) => [row.key, row]))

  const groups = of('Port_Group').map((row) => {
    const [name, ports] = [named(row), new Set(refs(row, 'ports'))]
    return { ports, acls: refs(row, 'acls').map((key) => aclOf(acls.get(key)!, name, ports)) }
  })

  /**
   * An expression may name only the group that it is in: on a switch without a port of another group, OVN does not know that one and
   * ignores the whole ACL.
   */
  function aclOf({ columns }: WantedRow, group: string, ports: ReadonlySet<string>): Acl {
    const { direction, priority, match, action } = columns
    if (typeof priority !== 'number' || priority < 0 || priority > 32_767)
      throw new Error(`priority ${String(priority)}`)
    const portGroups = new Map([[group, ports]])
    return {
      direction: String(direction),
      priority,
      action: String(action),
      matches: parseMatch(String(match), { sets, portGroups }),
    }
  }

  return {
    passes(direction, port, packet) {
      const field = direction === 'to-lport' ? 'outport' : 'inport'
      const found = groups
        .filter(({ ports }) => ports.has(port))
        .flatMap((group) => group.acls)
        .filter((acl) => acl.direction === direction && acl.matches({ ...packet, [field]: port }))
      const highest = Math.max(...found.map(({ priority }) => priority))
      const actions = new Set(found.filter(({ priority }) => priority === highest).map(({ action }) => action))
      if (actions.size > 1) throw new Error('OVN would choose at random')
      return !actions.has('drop')
    },
  }
}

function named({ columns: { name } }: WantedRow): string {
  if (typeof name !== 'string' || !/^[A-Za-z_.][A-Za-z_.0-9]*$/.test(name)) throw new Error(`name ${String(name)}`)
  return name
}
