// Alerts in words.
import { expect, test } from 'vitest'
import { alertClassNames } from '#contract/alert-classes.ts'
import { linkOf, sentenceOf, severityOf } from './sentence.ts'

const id = '5e0a5e0a-5e0a-4e0a-8e0a-5e0a5e0a5e0a'
const alert = (alert_class: string, payload: Record<string, unknown>) => ({ id, alert_class, payload })
const inWeb = { silo_name: 'acme', project_name: 'web' }

test.each([
  ['instance.failed', { ...inWeb, instance_name: 'db1' }, 'Instance db1 in project web of silo acme failed'],
  ['disk.faulted', { ...inWeb, disk_name: 'data' }, 'Disk data in project web of silo acme is faulted'],
  ['snapshot.faulted', { silo_name: 'acme' }, 'A snapshot of silo acme could not be created'],
  [
    'instance.taken_over',
    { silo_name: 'acme', count: 3 },
    'Another installation has taken over 3 instances of silo acme',
  ],
  ['host.key_changed', { target_name: '192.0.2.2' }, 'Host 192.0.2.2 shows another SSH key'],
  ['sled.unreachable', { target_name: 'BRM42' }, 'Sled BRM42 does not answer'],
  [
    'quota.nearly_reached',
    { silo_name: 'acme', resource: 'cpus', percent: 91 },
    'Silo acme uses 91% of its vCPU quota',
  ],
  ['pool.nearly_exhausted', { target_name: 'public', percent: 95 }, 'IP pool public is 95% allocated'],
  ['work.stuck', { silo_name: 'acme', resource: 'instance' }, 'Work on an instance of silo acme is stuck'],
  [
    'work.stuck',
    { silo_name: 'acme', resource: 'disk', target_name: 'db1', count: 3 },
    'Work on disk db1 and 2 more of silo acme is stuck',
  ],
  ['work.failing', { target_name: 'audit' }, 'The audit log is not being sealed'],
  ['certificate.expiring', { severity: 'error' }, 'The certificate of the server has expired'],
  ['alert.undelivered', { resource: 'webhook', target_name: 'ops' }, 'Alerts do not reach webhook ops'],
  ['some.old_class', {}, 'Some.old_class'],
])('%s %j', (alertClass, payload, sentence) => {
  expect(sentenceOf(alert(alertClass, payload))).toBe(sentence)
})

test('every class has a sentence', () => {
  const facts = { ...inWeb, target_name: 'thing', resource: 'disk', address: '192.0.2.1', percent: 90 }
  for (const name of alertClassNames)
    expect(sentenceOf(alert(name, facts))).toMatch(/^[A-Z0-9](?!.*undefined).* .*[a-z]$/)
})

test('conditions say how bad they are; of events, failures are errors', () => {
  expect(severityOf(alert('space.low', { severity: 'error' }))).toBe('error')
  expect(severityOf(alert('instance.failed', {}))).toBe('error')
  expect(severityOf(alert('instance.restarted', {}))).toBe('warning')
})

test('members are led to the resource, operators to the alert', () => {
  const failed = alert('instance.failed', { ...inWeb, instance_name: 'db1' })
  expect(linkOf(failed, true, 'cloud.example')).toBe(
    'https://acme.sys.cloud.example/projects/web/instances/db1/overview',
  )
  expect(linkOf(failed, false, 'cloud.example')).toBe(`https://recovery.sys.cloud.example/system/alerts/raised/${id}`)
  expect(linkOf(failed, false, undefined)).toBe(`/system/alerts/raised/${id}`)
})
