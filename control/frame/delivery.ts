// Events on their way to the readers of live updates, in the text/event-stream format.
import { touches } from '#contract/facts.ts'
import type { Noun, OperationId } from '#contract/operations.ts'
import type { Event } from './events.ts'
import type { IsAffected } from './rights.ts'

const encoder = new TextEncoder()

export interface Delivery {
  /** The number of the first event. */
  from: number
  /** The events that change something on screen. */
  events: readonly Event[]
  isAffected: IsAffected
  /** Most readers get the same events, so their bytes are made once. */
  print(events: readonly Event[]): Uint8Array
}

export function deliveryOf(events: readonly Event[], isAffected: IsAffected): Delivery {
  const printed = new Map<string, Uint8Array>()
  return {
    from: events[0]!.seq,
    events: events.filter(isSeen),
    isAffected,
    print(some) {
      const key = some.map(({ seq }) => seq).join()
      const bytes = printed.get(key) ?? encoder.encode(some.map(message).join(''))
      printed.set(key, bytes)
      return bytes
    },
  }
}

/** Operations that touch nothing are left out: import chunks arrive by the thousand and change nothing on screen. */
export const isSeen = ({ operation }: Event) => operation === null || touches(operation as OperationId).length > 0
export const isRefused = ({ status }: Event) => (status ?? 200) >= 400

/** A refused request changes nothing but the list of what happened. */
const REFUSED = { noun: 'activity' satisfies Noun, id: null, operation: null }

export function message(event: Event): string {
  const { seq, noun, target_id: id, operation } = event
  return `id: ${seq}\nevent: change\ndata: ${JSON.stringify(isRefused(event) ? REFUSED : { noun, id, operation })}\n\n`
}
