// The message history of BGP sessions. The contract does not define its format, so unknown entries are shown unchanged.
import type { Data } from '#contract/client.ts'

export interface HistoryEntry {
  switch: string
  peer: string
  /** undefined if the host does not report it */
  time: Date | undefined
  direction: string
  type: string
  details: string
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** 'asn 65001, hold time 6' */
const detailsOf = (fields: Record<string, unknown>) =>
  Object.entries(fields)
    .map(([key, value]) => {
      const name = key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
      const text = Array.isArray(value) ? value.join(', ') || 'none' : isObject(value) ? JSON.stringify(value) : value
      return `${name} ${String(text)}`
    })
    .join(', ')

function entryOf(location: string, peer: string, direction: string, value: unknown): HistoryEntry {
  const from = { switch: location, peer, direction }
  if (!isObject(value) || !isObject(value['message']))
    return { ...from, time: undefined, type: '', details: JSON.stringify(value) }
  const { type, ...rest } = value['message']
  const time = new Date(value['time'] as string)
  return {
    ...from,
    time: Number.isNaN(time.getTime()) ? undefined : time,
    type: textOf(type),
    details: detailsOf(rest),
  }
}

/** A peer's messages: `{ received: [...], sent: [...] }`, each oldest first. */
function entriesOfPeer(location: string, peer: string, messages: unknown): HistoryEntry[] {
  if (!isObject(messages) || !Array.isArray(messages['received']) || !Array.isArray(messages['sent']))
    return [entryOf(location, peer, '', messages)]
  const of = (direction: 'received' | 'sent') =>
    (messages[direction] as unknown[]).map((message) => entryOf(location, peer, direction, message))
  return [...of('sent'), ...of('received')]
}

/** Newest first. */
export function entriesOf({ switchHistories }: Data<'networking_bgp_message_history'>): HistoryEntry[] {
  const entries = switchHistories.flatMap(({ switch: location, history }) =>
    Object.entries(history as Record<string, unknown>).flatMap(([peer, messages]) =>
      entriesOfPeer(location, peer, messages),
    ),
  )
  // of messages at the same time, the later in its list is newer, and what was received is newer than what was sent
  return entries.toReversed().toSorted((a, b) => (b.time?.getTime() ?? 0) - (a.time?.getTime() ?? 0))
}
