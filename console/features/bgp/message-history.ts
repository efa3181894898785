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

function entryOf(location: string, peer: string, value: unknown): HistoryEntry {
  if (!isObject(value) || !isObject(value['message']))
    return { switch: location, peer, time: undefined, direction: '', type: '', details: JSON.stringify(value) }
  const { type, ...rest } = value['message']
  const time = new Date(value['time'] as string)
  return {
    switch: location,
    peer,
    time: Number.isNaN(time.getTime()) ? undefined : time,
    direction: textOf(value['direction']),
    type: textOf(type),
    details: detailsOf(rest),
  }
}

/** Newest first. */
export function entriesOf({ switchHistories }: Data<'networking_bgp_message_history'>): HistoryEntry[] {
  const entries = switchHistories.flatMap(({ switch: location, history }) =>
    Object.entries(history as Record<string, unknown>).flatMap(([peer, messages]) =>
      (Array.isArray(messages) ? messages : [messages]).map((message) => entryOf(location, peer, message)),
    ),
  )
  // the API lists them oldest first; of those at the same time the later one is the newer
  return entries.toReversed().toSorted((a, b) => (b.time?.getTime() ?? 0) - (a.time?.getTime() ?? 0))
}
