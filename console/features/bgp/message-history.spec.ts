// The message history of BGP sessions, in the format of our host and in others.
import { expect, test } from 'vitest'
import { entriesOf } from './message-history.ts'

const historyOf = (history: Record<string, unknown>) => entriesOf({ switchHistories: [{ switch: 'switch0', history }] })

const message = (time: string, more: object) => ({ time, message: more })

test('messages of all peers, newest first', () => {
  const entries = historyOf({
    '10.0.0.1': {
      received: [message('2026-01-01T00:00:03Z', { type: 'update', prefixes: ['0.0.0.0/0'] })],
      sent: [message('2026-01-01T00:00:01Z', { type: 'open', asn: 65001, holdTime: 6 })],
    },
    'fd00::1': { received: [], sent: [message('2026-01-01T00:00:02Z', { type: 'update', prefixes: [] })] },
  })
  expect(entries.map(({ peer, direction, type, details }) => [peer, direction, type, details])).toEqual([
    ['10.0.0.1', 'received', 'update', 'prefixes 0.0.0.0/0'],
    ['fd00::1', 'sent', 'update', 'prefixes none'],
    ['10.0.0.1', 'sent', 'open', 'asn 65001, hold time 6'],
  ])
})

const at = (type: string) => message('2026-01-01T00:00:01Z', { type })

test('of messages at the same time the later one is newer, and what was received is newer than what was sent', () => {
  const entries = historyOf({ peer: { received: [at('open')], sent: [at('open'), at('keepalive')] } })
  expect(entries.map(({ direction, type }) => `${direction} ${type}`)).toEqual([
    'received open',
    'sent keepalive',
    'sent open',
  ])
})

test('an unknown format is shown unchanged', () => {
  const unknown = { switch: 'switch0', peer: 'peer', time: undefined, direction: '', type: '' }
  expect(historyOf({ peer: { odd: [1] } })).toEqual([{ ...unknown, details: '{"odd":[1]}' }])
  expect(historyOf({ peer: [1, 2] })).toEqual([{ ...unknown, details: '[1,2]' }])
  expect(historyOf({ peer: { sent: ['keepalive'], received: [] } })).toEqual([
    { ...unknown, direction: 'sent', details: '"keepalive"' },
  ])
})
