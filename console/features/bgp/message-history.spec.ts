// The message history of BGP sessions, in the format of our host and in others.
import { expect, test } from 'vitest'
import { entriesOf } from './message-history.ts'

const historyOf = (history: Record<string, unknown>) => entriesOf({ switchHistories: [{ switch: 'switch0', history }] })

const message = (time: string, direction: string, more: object) => ({ time, direction, message: more })

test('messages of all peers, newest first', () => {
  const entries = historyOf({
    '10.0.0.1': [
      message('2026-01-01T00:00:01Z', 'sent', { type: 'open', asn: 65001, holdTime: 6 }),
      message('2026-01-01T00:00:03Z', 'received', { type: 'update', prefixes: ['0.0.0.0/0'] }),
    ],
    'fd00::1': [message('2026-01-01T00:00:02Z', 'sent', { type: 'update', prefixes: [] })],
  })
  expect(entries.map(({ peer, direction, type, details }) => [peer, direction, type, details])).toEqual([
    ['10.0.0.1', 'received', 'update', 'prefixes 0.0.0.0/0'],
    ['fd00::1', 'sent', 'update', 'prefixes none'],
    ['10.0.0.1', 'sent', 'open', 'asn 65001, hold time 6'],
  ])
})

test('of messages at the same time the later one is newer', () => {
  const facts = { time: '2026-01-01T00:00:01Z', message: { type: 'keepalive' } }
  const messages = [
    { ...facts, direction: 'sent' },
    { ...facts, direction: 'received' },
  ]
  expect(historyOf({ peer: messages }).map(({ direction }) => direction)).toEqual(['received', 'sent'])
})

test('an unknown format is shown unchanged', () => {
  expect(historyOf({ peer: { odd: [1] } })).toEqual([
    { switch: 'switch0', peer: 'peer', time: undefined, direction: '', type: '', details: '{"odd":[1]}' },
  ])
})
