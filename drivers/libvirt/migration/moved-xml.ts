// The XML of a machine on the host that it moves to: its files are elsewhere there, and so is its network without OVN.
import { DriverError } from '../../driver-error.ts'
import { type MachineRecord, written } from '../record.ts'
import { escaped } from '../xml.ts'

export interface Moved {
  /** Where the files of the machine are, on either host. */
  folders: { from: string; to: string }
  record: MachineRecord
  /** Where its interfaces are connected, without OVN. */
  sockets: readonly string[]
}

const RECORD = /<rackwright:machine [^>]*?\/>/
const NETWORK = /stream,id=nic(\d+),server=off,addr\.type=unix,addr\.path=[^'"]*/g

/** How many interfaces are connected to a network without OVN. */
export const networksIn = (xml: string) => xml.match(NETWORK)?.length ?? 0

export function movedXml(xml: string, { folders, record, sockets }: Moved): string {
  if (!RECORD.test(xml)) throw new DriverError('refused', `${record.name} has lost its description`)
  return xml
    .replaceAll(`${escaped(folders.from)}/`, `${escaped(folders.to)}/`)
    .replace(RECORD, () => written(record))
    .replaceAll(NETWORK, (whole, n: string) => {
      const socket = sockets[Number(n)]
      return socket === undefined ? whole : whole.replace(/addr\.path=.*/, () => pathArgument(socket))
    })
}

/** A comma would begin another option. */
const pathArgument = (socket: string) => `addr.path=${escaped(socket.replaceAll(',', ',,'))}`
