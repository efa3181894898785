// What rows are called. OVN wants some of the names to be unique in the whole database, and people see them in its tools.
import { createHash } from 'node:crypto'

export const routerName = (vpc_id: string) => `vpc-${vpc_id}`
export const switchName = (subnet_id: string) => `subnet-${subnet_id}`
/** The port of the router in a subnet, and its other end on the switch. */
export const subnetPortName = (subnet_id: string) => `router-to-subnet-${subnet_id}`
export const subnetPeerName = (subnet_id: string) => `subnet-${subnet_id}-to-router`
export const externalSwitchName = (network_id: string) => `external-${network_id}`
export const localnetName = (network_id: string) => `external-${network_id}-localnet`
/** The port of a VPC's router on an external network, and its other end on the switch. */
export const externalPortName = (vpc_id: string, network_id: string) => `vpc-${vpc_id}-to-external-${network_id}`
export const externalPeerName = (vpc_id: string, network_id: string) => `external-${network_id}-to-vpc-${vpc_id}`

/** Names in expressions have neither dashes nor a length to speak of. */
export const addressSetName = (...parts: readonly string[]) => `rackwright_${hash(parts.join(' ')).slice(0, 24)}`

/** The same for the same thing, and locally administered. */
export const macOf = (text: string) =>
  `02:${hash(text)
    .slice(0, 10)
    .replace(/..(?=.)/g, '$&:')}`

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

const EXTERNAL_PORT = 'external:'
/** Key of a VPC's port on the switch of an external network. */
export const externalPortKey = (network_id: string) => `${EXTERNAL_PORT}${network_id}`
export const networkOfPort = (key: string) =>
  key.startsWith(EXTERNAL_PORT) ? key.slice(EXTERNAL_PORT.length) : undefined
