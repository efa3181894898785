// Where a machine is, from what both hosts say about it. The conditions are those of libvirt 9.0.
import { describe, expect, test } from 'vitest'
import type { Domain } from '../reader.ts'
import { movedXml, networksIn } from './moved-xml.ts'
import { mustGoOn, verdictAlone, verdictOf } from './recovery.ts'

const domain = (condition: string, move = 'move-1'): Domain => ({
  record: {
    id: 'a1',
    sled_id: 'sled-1',
    generation: 3,
    name: 'db1',
    state: 'running',
    since: 1000,
    resets: 0,
    network: 'simulated',
    move,
  },
  owner: undefined,
  xml: '',
  condition,
})
const RUNS = domain('running (booted)')
const PAUSED = domain('paused (migrating)')

test.each<[string, Domain | undefined, Domain | undefined, string]>([
  ['before the copy', RUNS, undefined, 'stayed'],
  ['during the copy', RUNS, PAUSED, 'waiting'],
  ['at the switch', PAUSED, PAUSED, 'waiting'],
  ['at the switch, when the other one has ended', PAUSED, undefined, 'stayed'],
  ['before the first one is ended', PAUSED, domain('running (migrated)'), 'moved'],
  ['before the first one is undefined', domain('shut off (migrated)'), RUNS, 'moved'],
  ['after it', undefined, RUNS, 'moved'],
  ['when its guest has ended since', PAUSED, domain('shut off (shutdown)'), 'moved'],
  ['when the guest of the first one has ended', domain('shut off (shutdown)'), undefined, 'stayed'],
  ['when somebody has removed it since', domain('shut off (migrated)'), undefined, 'moved'],
  ['before it has begun', domain('running (booted)', 'another'), undefined, 'never'],
  [
    'when it came by another move',
    domain('running (booted)', 'another'),
    domain('running (migrated)', 'another'),
    'never',
  ],
  ['when nobody knows it', undefined, undefined, 'never'],
])('a machine %s', (_, from, to, verdict) => {
  expect(verdictOf('move-1', from, to)).toBe(verdict)
})

test.each<[string, Domain | undefined, string]>([
  ['runs stays there', RUNS, 'stayed'],
  ['waits for the switch may have run there', PAUSED, 'moved'],
  ['was told to go on before stays', { ...PAUSED, record: { ...PAUSED.record, move_end: 'failed' } }, 'stayed'],
  ['a person has paused stays', domain('paused (user)'), 'stayed'],
  ['has ended stays', domain('shut off (shutdown)'), 'stayed'],
  ['has arrived there is lost', domain('shut off (migrated)'), 'moved'],
  ['moved another time has never begun', domain('paused (migrating)', 'another'), 'never'],
  ['nobody knows has never begun', undefined, 'never'],
])('once the other host is off, a machine that %s', (_, from, verdict) => {
  expect(verdictAlone('move-1', from)).toBe(verdict)
})

test('only a machine that was paused for the switch goes on', () => {
  expect(mustGoOn(PAUSED)).toBe(true)
  for (const condition of ['paused (user)', 'paused (I/O error)', 'running (booted)', 'shut off (crashed)'])
    expect(mustGoOn(domain(condition))).toBe(false)
})

describe('the XML of a machine that moves', () => {
  const { record } = domain('')
  const xml = `<domain><metadata><rackwright:machine xmlns:rackwright="urn:rackwright:machine" id="a1" sled_id="sled-1"/></metadata>
<source file='/one/a1-3/seed.iso'/><source file='/disks/a1-3/disk'/><log file='/one/a1-3/console.log' append='on'/>
<qemu:arg value='stream,id=nic0,server=off,addr.type=unix,addr.path=/run/one-0'/>
<qemu:arg value='virtio-net-pci,mac=a8:40:25:f0:00:01,netdev=nic0'/></domain>`
  const folders = { from: '/one/a1-3', to: '/other/a1-3' }
  const moved = movedXml(xml, {
    folders,
    record: { ...record, sled_id: 'sled-2', move: '$&' },
    sockets: ['/run/t,w<o'],
  })

  test('has the files of the other host, and the same disks', () => {
    expect(moved).toContain("'/other/a1-3/seed.iso'")
    expect(moved).toContain("'/other/a1-3/console.log'")
    expect(moved).toContain("'/disks/a1-3/disk'")
    expect(moved).not.toContain('/one/')
  })
  test('has the record of the other host', () => {
    expect(moved).toContain('sled_id="sled-2"')
    expect(moved).toContain('move="$&amp;"')
    expect(moved).not.toContain('sled-1')
  })
  test('has the network of the other host', () => {
    expect(networksIn(xml)).toBe(1)
    expect(moved).toContain("addr.path=/run/t,,w&lt;o'/>")
    expect(moved).toContain('netdev=nic0')
  })
  test('is refused without a record', () => {
    expect(() => movedXml('<domain/>', { folders, record, sockets: [] })).toThrow('lost its description')
  })
})
