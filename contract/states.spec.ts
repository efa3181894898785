// The tables of states: what is allowed, and the sentence that says why not.
import { expect, test } from 'vitest'
import { whyNotDisk } from './disk-states.ts'
import { whyNotInstance } from './instance-states.ts'
import { whyNotSupportBundle } from './support-bundle-states.ts'

test('an unavailable action says what would make it available', () => {
  expect(whyNotInstance('start', { run_state: 'stopped' })).toBeUndefined()
  expect(whyNotInstance('start', { runState: 'running' })).toBe('Only stopped or failed instances can be started')
  expect(whyNotInstance('stop', { run_state: 'stopped' })).toBe('Only running instances can be stopped')
  expect(whyNotInstance('stop', { run_state: 'failed' })).toBeUndefined()
  expect(whyNotDisk('delete', { state: { state: 'attached' } })).toBe(
    'Only detached or faulted disks can be deleted. Detach it first.',
  )
  expect(whyNotDisk('snapshot', { state: { state: 'attached' } })).toBeUndefined()
  expect(whyNotDisk('delete', { state: { state: 'creating' } })).toBe('Only detached or faulted disks can be deleted')
  expect(whyNotSupportBundle('delete', { state: 'destroying' })).toBe('The bundle is already being deleted')
  expect(whyNotSupportBundle('delete', { state: 'collecting' })).toBeUndefined()
})
