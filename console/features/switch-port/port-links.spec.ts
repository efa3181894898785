// Reading a port's status, whatever its format.
import { expect, test } from 'vitest'
import { comparePorts, fecText, speedText } from './link-names.ts'
import { linksIn, summaryOf } from './port-links.ts'

const link = (state: string) => ({
  linkName: 'phy0',
  state,
  since: '2026-01-01T00:00:00Z',
  speed: 'speed100_g',
  fec: null,
  mtu: 9000,
  autoneg: false,
})

test('links with what is known of them', () => {
  expect(linksIn({ links: [link('up'), { state: 5 }] })).toEqual([
    { ...link('up'), since: new Date('2026-01-01T00:00:00Z'), fec: '' },
    { linkName: '', state: '', since: undefined, speed: '', fec: '', mtu: undefined, autoneg: undefined },
  ])
  expect(linksIn({ other: 'format' })).toBeUndefined()
  expect(linksIn('up')).toBeUndefined()
})

const summary = (...states: string[]) => summaryOf(linksIn({ links: states.map(link) }) ?? [])

test('a port is up when all of its links are', () => {
  expect([summary('up', 'up'), summary('up', 'down'), summary('down'), summary()]).toEqual([
    'up',
    'partly up',
    'down',
    'down',
  ])
})

test('speeds and port names read well', () => {
  expect(speedText('speed100_g')).toBe('100 Gbit/s')
  expect(speedText('unknown')).toBe('unknown')
  expect([fecText('rs'), fecText('other'), fecText('')]).toEqual(['Reed-Solomon', 'other', ''])
  expect(['qsfp10', 'qsfp2', 'qsfp0'].sort(comparePorts)).toEqual(['qsfp0', 'qsfp2', 'qsfp10'])
})
