// How many addresses a range has. Separate from the utilization: the list of pools does not need to parse addresses.
import { parseIp } from '#contract/ip.ts'

export const rangeSize = ({ first, last }: { first: string; last: string }): bigint =>
  (parseIp(last)?.value ?? 0n) - (parseIp(first)?.value ?? 0n) + 1n
