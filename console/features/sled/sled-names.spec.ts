// The colors of sleds agree with the issues.
import { expect, test } from 'vitest'
import { guestsText, stateOf } from './sled-names.ts'
import type { Sled, SledLoad } from './sled-queries.ts'

const sled = (provisionPolicy: 'provisionable' | 'non_provisionable') =>
  ({ policy: { kind: 'in_service', provisionPolicy }, state: 'active' }) as Sled
const gone = (state: Sled['state']) => ({ policy: { kind: 'expunged' }, state }) as Sled
const host = (accelerator: 'kvm' | 'tcg', architecture: string) =>
  ({ accelerator, architecture, cpu: 'one', reservedMemory: 0 }) as NonNullable<SledLoad['host']>
const now = new Date()

test('a sled is amber once an operator has closed it, not if it never accepted instances', () => {
  expect(stateOf(sled('provisionable'), {}).tone).toBe('success')
  expect(stateOf(sled('non_provisionable'), { timeClosed: now }).tone).toBe('notice')
  expect(stateOf(sled('non_provisionable'), { timeClosed: null }).tone).toBe('neutral')
  expect(stateOf(sled('non_provisionable'), undefined).tone).toBe('neutral')
})

test('a sled that does not answer is red, whatever its policy', () => {
  const unreachable = { since: now.toISOString(), problem: 'The host cannot be reached.' }
  expect(stateOf(sled('provisionable'), { unreachable })).toEqual({ tone: 'danger', text: 'unreachable' })
})

test('an expunged sled is an issue until it is decommissioned', () => {
  expect(stateOf(gone('active'), undefined).tone).toBe('notice')
  expect(stateOf(gone('decommissioned'), undefined).tone).toBe('neutral')
})

test('a host says for which architectures it emulates', () => {
  const architectures = ['x86_64' as const, 'aarch64' as const]
  expect(guestsText({ architectures, host: host('kvm', 'x86_64') })).toBe('x86-64, aarch64 (emulated)')
  expect(guestsText({ architectures, host: host('kvm', 'aarch64') })).toBe('x86-64 (emulated), aarch64')
  expect(guestsText({ architectures, host: host('tcg', 'x86_64') })).toBe('x86-64 (emulated), aarch64 (emulated)')
  expect(guestsText({ architectures: [], host: host('kvm', 'x86_64') })).toBe('None: install an emulator')
})
