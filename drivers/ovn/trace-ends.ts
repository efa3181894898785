// What the northbound database knows about the two ends of a traced packet.
import type { Clock } from '../clock.ts'
import { DriverError } from '../driver-error.ts'
import { ANSWER_TIMEOUT_MS, type TracedEnd, type TracedPacket } from '../network.ts'
import { localnetName } from './names.ts'
import { openOvsdb, type Operation, type OvsdbCertificates, type WireRow } from './ovsdb.ts'

interface KnownPort {
  name: string
  mac: string
  ip: string
  /** Prefix of its subnet. */
  subnet: string
  /** Where it sends what leaves the subnet. */
  routerMac: string
}

export interface Known {
  from: KnownPort | undefined
  to: KnownPort | undefined
  /** How the outside reaches the destination. */
  entrance: { localnet: string; mac: string; ip: string } | undefined
}

interface LookUpOptions {
  northbound: string
  certificates?: OvsdbCertificates | undefined
  clock: Clock
}

const DATABASE = 'OVN_Northbound'

export async function lookUp(options: LookUpOptions, { vpc_id, from, to }: TracedPacket): Promise<Known> {
  const { northbound: remote, certificates, clock } = options
  const database = await openOvsdb({
    remote,
    certificates,
    async timeout(signal) {
      await clock.sleep(ANSWER_TIMEOUT_MS, signal).catch(() => undefined)
      throw new DriverError('host', 'the network does not answer')
    },
    updated: () => undefined,
    ended: () => undefined,
  })
  try {
    const ofVpc = { 'rackwright-vpc': vpc_id }
    const portOf = (end: TracedEnd) => {
      const id = end.type === 'interface' ? end.interface_id : ''
      return [
        select('Logical_Switch_Port', [['name', '==', id]], ['name', 'addresses']),
        select('DHCP_Options', [tagged({ ...ofVpc, 'rackwright-key': `dhcp:${id}` })], ['cidr', 'options']),
      ]
    }
    const operations = [
      ...portOf(from),
      ...portOf(to),
      select('NAT', [tagged(ofVpc), ['type', '==', 'dnat']], ['external_ip', 'logical_ip', 'gateway_port']),
      select('Logical_Router_Port', [tagged(ofVpc)], ['_uuid', 'name', 'mac']),
    ]
    const results = await database.transact(DATABASE, operations)
    const [port, lease, otherPort, otherLease, nat, routerPorts] = results.map(({ rows }) => rows as WireRow[])
    const receiver = knownPort(otherPort, otherLease)
    return { from: knownPort(port, lease), to: receiver, entrance: entranceOf(receiver, nat!, routerPorts!) }
  } finally {
    database.close()
  }
}

const select = (table: string, where: readonly unknown[], columns: readonly string[]): Operation => ({
  op: 'select',
  table,
  where,
  columns,
})

const tagged = (tags: Record<string, string>) => ['external_ids', 'includes', ['map', Object.entries(tags)]]

function knownPort([port]: WireRow[] = [], [lease]: WireRow[] = []): KnownPort | undefined {
  if (!port || !lease) return undefined
  const [mac = '', ip = ''] = String(port.addresses).split(' ')
  const [, options] = lease.options as ['map', [string, string][]]
  return {
    name: String(port.name),
    mac,
    ip,
    subnet: String(lease.cidr),
    routerMac: new Map(options).get('server_mac')!,
  }
}

function entranceOf(receiver: KnownPort | undefined, nat: WireRow[], routerPorts: WireRow[]): Known['entrance'] {
  const found = nat.find(({ logical_ip }) => logical_ip === receiver?.ip)
  const port = routerPorts.find(({ _uuid }) => String(_uuid) === String(found?.gateway_port))
  const network = /-to-external-(.+)$/.exec(String(port?.name))?.[1]
  if (!found || !port || network === undefined) return undefined
  return { localnet: localnetName(network), mac: String(port.mac), ip: String(found.external_ip) }
}
