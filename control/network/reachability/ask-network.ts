// What the network itself says about a packet. It must agree with the rules: if it does not, the fault is ours.
import type { Answer } from '#contract/api.ts'
import type { TracedPacket } from '#drivers/network.ts'
import type { Ctx } from '../../frame/context.ts'
import { napping } from '../../frame/ports/clock.ts'

/** Somebody waits for the answer, and the rules alone are worth showing. */
export const TRACE_TIMEOUT_MS = 5_000

interface Asked {
  network: Answer<'reachability_view'>['network']
  note?: string
}

export const NOT_ASKED: Asked = { network: null }
const SILENT: Asked = { network: null, note: 'The network did not answer, so this is what the rules say.' }
const LATE: Asked = {
  network: null,
  note: 'The network has not applied the latest changes yet, so this is what the rules say.',
}
/** What the network says of a packet holds for the hosts that answer. */
const INCOMPLETE: Asked = {
  network: null,
  note: 'Part of the network does not answer: guests there keep the rules they had. This is what the rules say.',
}

export async function askNetwork(
  { host, db }: Pick<Ctx, 'host' | 'db'>,
  packet: TracedPacket,
  isReachable: boolean,
): Promise<Asked> {
  if (!host.can.traces_packets) return NOT_ASKED
  const inForce = async () => {
    const rows = db.selectFrom('vpc_network').select(['wanted', 'in_force']).where('vpc_id', '=', packet.vpc_id)
    const { wanted, in_force } = await rows.executeTakeFirstOrThrow()
    return in_force >= wanted ? in_force : undefined
  }
  const before = await inForce()
  if (before === undefined) return LATE
  if ((await host.network.hostsBehind(packet.vpc_id)).length > 0) return INCOMPLETE
  const nap = new AbortController()
  const late = napping(host.clock, TRACE_TIMEOUT_MS, nap.signal).then(() => SILENT)
  const asking = host.network.trace(packet).then(
    (trace): Asked => (trace ? { network: { ...trace, agrees: trace.is_delivered === isReachable } } : NOT_ASKED),
    () => SILENT,
  )
  const asked = await Promise.race([asking, late])
  nap.abort()
  // a change in between makes the two answers incomparable
  return asked.network?.agrees === false && (await inForce()) !== before ? LATE : asked
}
