import { describe, expect, test } from 'vitest'
import { actorOf, deedOf, happenedOf, requestedOf, type Sentence } from './activity-text.ts'
import type { ActivityEvent } from './audit-queries.ts'

const SILO = 'silo-1'
const base: ActivityEvent = {
  id: 1,
  time: '2026-11-17T10:00:00Z',
  requestId: null,
  address: null,
  userAgent: null,
  requestUri: null,
  authMethod: null,
  credentialId: null,
  actorId: 'a',
  actorName: 'admin',
  actorSiloId: SILO,
  operation: 'instance_reboot',
  noun: 'instance',
  targetId: 't',
  targetName: 'web-1',
  siloId: SILO,
  projectId: null,
  status: 202,
  errorCode: null,
  repeats: 1,
  outcome: null,
  reason: null,
}
const text = (sentence: Sentence) => sentence.map((part) => part.text).join('')
const requested = (event: Partial<ActivityEvent>) => {
  const whole = { ...base, ...event }
  return text(requestedOf(whole, actorOf(whole, SILO)))
}
const happened = (event: Partial<ActivityEvent>, outcome: NonNullable<ActivityEvent['outcome']>) =>
  text(happenedOf({ ...base, actorId: null, actorName: null, operation: null, status: null, ...event, outcome }))

describe('activity in English', () => {
  test('the audit log says the same after the name of the actor', () => {
    expect(text(deedOf(base))).toBe('rebooted web-1')
    expect(text(deedOf({ ...base, status: 403 }))).toBe('could not reboot web-1')
  })

  test('who did what, or could not', () => {
    expect(requested({})).toBe('admin rebooted web-1')
    expect(requested({ status: 403 })).toBe('admin could not reboot web-1')
    expect(requested({ operation: 'disk_delete', targetName: null })).toBe('admin deleted a disk')
    expect(requested({ status: 403, repeats: 3 })).toBe('admin could not reboot web-1 (3 times)')
    expect(requested({ operation: 'image_upload_write', repeats: 3 })).toBe('admin uploaded image web-1 (3 pieces)')
  })

  test('whoever has no name', () => {
    expect(requested({ actorName: null, actorSiloId: 'other' })).toBe('An operator rebooted web-1')
    expect(requested({ actorName: null })).toBe('A deleted user rebooted web-1')
    const nobody = { actorId: null, actorName: null, actorSiloId: null }
    expect(requested({ ...nobody, operation: 'login_local', targetName: 'ada' })).toBe('ada signed in')
    expect(requested({ ...nobody, operation: 'login_local', targetName: 'ada', status: 401 })).toBe(
      'ada could not sign in',
    )
    expect(requested({ ...nobody, operation: 'logout', targetName: 'ada' })).toBe('ada signed out')
    expect(requested({ ...nobody, operation: 'login_saml', targetName: null, status: 400 })).toBe(
      'Someone could not sign in',
    )
  })

  test('what happened without a request', () => {
    expect(happened({ reason: 'web-1 stopped answering' }, 'failed')).toBe('web-1 failed: stopped answering')
    expect(happened({ reason: 'the sled is full' }, 'failed')).toBe('web-1 failed: the sled is full')
    expect(happened({}, 'restarted')).toBe('web-1 was restarted automatically')
    expect(happened({ noun: 'disk', targetName: 'data' }, 'faulted')).toBe('Disk data is faulted')
  })
})
