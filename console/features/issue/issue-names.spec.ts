// Issues in words, for those that the demo world does not have.
import { expect, test } from 'vitest'
import { issueText, type Issue } from './issue-names.ts'

test('a BGP session that is down names its peer and switch, and leads to the sessions', () => {
  const issue = { kind: 'bgp_session_down', severity: 'error', count: 1, targetName: '10.0.0.1 on switch1' } as Issue
  const { title, to } = issueText(issue)
  expect(title).toBe('BGP session with 10.0.0.1 on switch1 is down')
  expect(to).toBe('/system/networking/fabric/bgp')
})

test('a quota names its resource in the singular', () => {
  const issue = { kind: 'quota_near', siloName: 'aurora', percent: 91, resource: 'cpus' } as Issue
  expect(issueText(issue).title).toBe('Silo aurora uses 91% of its vCPU quota')
})

test('failed instances and faulted disks lead to the list of exactly those', () => {
  const severity = 'error'
  const instances = { kind: 'instance_failed', severity, count: 2, projectName: 'web' } as Issue
  expect(issueText(instances)).toMatchObject({
    title: '2 failed instances in project web',
    to: '/projects/web/instances?state=failed',
  })
  const disk = { kind: 'disk_faulted', severity, count: 1, projectName: 'web', targetName: 'data' } as Issue
  expect(issueText(disk)).toMatchObject({ title: 'Disk data is faulted', to: '/projects/web/disks?state=faulted' })
})
