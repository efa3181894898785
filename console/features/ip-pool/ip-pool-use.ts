// A pool's utilization as BigInts. Numbers would round from 2^53 on.
import type { Model } from '#contract/client.ts'

export interface Used {
  allocated: bigint
  capacity: bigint
}

interface Sent {
  allocated: number | string
  capacity: number | string
}

const exact = ({ allocated, capacity }: Sent): Used => ({ allocated: BigInt(allocated), capacity: BigInt(capacity) })

export const usedOf = ({ ipv4, ipv6 }: Model<'IpPoolUtilization'>) => ({ ipv4: exact(ipv4), ipv6: exact(ipv6) })
