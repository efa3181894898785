import { describe, expect, test } from 'vitest'
import { isWrite } from '#contract/facts.ts'
import { operations, type OperationId } from '#contract/operations.ts'
import { aboutTarget, phraseOf, refusalOf } from './operation-text.ts'

const text = (operation: string, name: string | null) => {
  const { before, name: shown, after } = aboutTarget(phraseOf(operation), name)
  return before + shown + after
}

describe('operations in English', () => {
  test('every change has a phrase without the names of the API', () => {
    const writes = (Object.keys(operations) as OperationId[]).filter(isWrite)
    for (const operation of writes) {
      const phrase = phraseOf(operation)
      expect(phrase, operation).not.toMatch(/_|called|\{target\}/)
      const [past = ''] = phrase.split(' ')
      const infinitive = refusalOf(phrase).slice('could not '.length)
      // "set" and "reset" are their own past
      if (!past.endsWith('set')) expect(infinitive, operation).not.toBe(phrase)
    }
  })

  test('names the kind of the target, except for instances', () => {
    expect(text('instance_reboot', 'web-1')).toBe('rebooted web-1')
    expect(text('instance_create', 'web-1')).toBe('created instance web-1')
    expect(text('vpc_firewall_rules_update', 'default')).toBe('changed the firewall rules of VPC default')
    expect(text('ip_pool_silo_link', 'public')).toBe('linked IP pool public to a silo')
    expect(text('anti_affinity_group_delete', 'spread')).toBe('deleted anti-affinity group spread')
    expect(text('networking_address_lot_create', 'lot')).toBe('created address lot lot')
    expect(text('protection_policy_run', 'nightly')).toBe('started protection policy nightly')
    expect(text('backup_restore', 'db1')).toBe('restored a backup of db1')
    expect(text('login_local', 'ada')).toBe('signed in')
  })

  test('a target without a name', () => {
    expect(text('instance_stop', null)).toBe('stopped an instance')
    expect(text('floating_ip_delete', null)).toBe('deleted a floating IP')
    expect(text('ip_pool_create', '')).toBe('created an IP pool')
  })

  test('refusals', () => {
    expect(refusalOf(phraseOf('instance_stop'))).toBe('could not stop {!instance}')
    expect(refusalOf(phraseOf('vpc_update'))).toBe('could not change {VPC}')
    expect(refusalOf(phraseOf('login_local'))).toBe('could not sign in')
  })

  test('an operation of a newer host', () => {
    expect(text('warp_drive_engage', 'x')).toBe('called warp_drive_engage for target x')
  })
})
