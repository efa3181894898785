// Issues in words, for those that the demo world does not have.
import { expect, test } from 'vitest'
import { issueText, titleWithPlace, type Issue } from './issue-names.ts'

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

test('an issue names its silo and what to do', () => {
  const failed = { kind: 'instance_failed', severity: 'error', count: 1, siloName: 'aurora' } as Issue
  expect(issueText({ ...failed, projectName: 'web', targetName: 'web-1' })).toMatchObject({
    title: 'Instance web-1 failed',
    where: 'Silo aurora, project web',
    to: '/projects/web/instances/web-1/overview',
    action: 'View instance',
  })
  expect(issueText({ ...failed, projectName: 'web', count: 2 })).toMatchObject({
    title: '2 failed instances in project web',
    where: 'Silo aurora',
  })
  expect(issueText({ ...failed, count: 2 })).toMatchObject({
    title: '2 failed instances in silo aurora',
    action: 'View silo',
  })
  const pool = { kind: 'pool_near', severity: 'warning', percent: 91, targetName: 'public' } as Issue
  expect(issueText(pool)).toMatchObject({
    to: '/system/networking/ip-pools/public',
    action: 'View pool',
  })
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

test('a provider that accepts unverified addresses is named and leads to its form', () => {
  const issue = { kind: 'email_not_verified', severity: 'warning', siloName: 'aurora', targetName: 'corp' } as Issue
  const { title, to } = issueText(issue)
  expect(title).toBe('Identity provider corp of silo aurora accepts unverified e-mail addresses')
  expect(to).toBe('/system/silos/aurora/idps/oidc/corp')
})

test('in a list of several silos, each issue names its silo once', () => {
  const failed = { kind: 'instance_failed', severity: 'error', count: 1, siloName: 'aurora' } as Issue
  expect(titleWithPlace({ ...failed, projectName: 'web', targetName: 'web-1' })).toBe(
    'Instance web-1 failed (silo aurora, project web)',
  )
  expect(titleWithPlace({ ...failed, targetName: 'web-1' })).toBe('Instance web-1 failed (silo aurora)')
  expect(titleWithPlace({ ...failed, count: 2 })).toBe('2 failed instances in silo aurora')
})

test('several things are counted, with the project, and one is named', () => {
  const failed = { kind: 'protection_failed', severity: 'error', count: 2, projectName: 'web' } as Issue
  expect(issueText(failed).title).toBe('2 protection policies in project web did not copy all they cover')
  expect(issueText({ ...failed, count: 1, targetName: 'nightly' }).title).toBe(
    'Protection policy nightly did not copy all it covers',
  )
  const taken = { kind: 'instance_taken_over', severity: 'error', count: 3, projectName: 'web' } as Issue
  expect(issueText(taken).title).toBe('Another installation has taken over 3 instances in project web')
})
