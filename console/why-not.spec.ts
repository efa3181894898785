// What the console offers is what the API allows: compared with authz.table.txt, for every operation and every kind of actor.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { OperationId } from '#contract/operations.ts'
import { operations } from '#contract/operations.ts'
import { refusalOf, type Standing } from './why-not.ts'

const [head = '', ...rows] = readFileSync(new URL('../authz.table.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => /^operation |^[a-z_0-9]+ .* \d{3}/.test(line))
const actors = head.split(/\s+/).slice(3)

const nobody: Standing = { fleet: 'none', own: 'none', isOwnSilo: true, project: 'none' }
const outside: Standing = { ...nobody, isOwnSilo: false }
/** People who sign in to the console. Visitors have no page, and the console has no access token. */
const standings: Record<string, Standing> = {
  none: nobody,
  'p.vw': { ...nobody, project: 'viewer' },
  'p.co': { ...nobody, project: 'collaborator' },
  'p.ad': { ...nobody, project: 'admin' },
  's.vw': { ...nobody, own: 'viewer', project: 'viewer' },
  's.co': { ...nobody, own: 'collaborator', project: 'admin' },
  's.ad': { ...nobody, own: 'admin', project: 'admin' },
  othr: { ...outside, own: 'admin' },
  'f.vw': { ...outside, fleet: 'viewer' },
  'f.co': { ...outside, fleet: 'collaborator' },
  'f.ad': { ...outside, fleet: 'admin' },
}

/** The console cannot tell whose a subscription is, and need not: its list has only the user's own. */
const OF_THE_SUBSCRIBER = [
  'alert_subscription_confirmation_send',
  'alert_subscription_delete',
  'alert_subscription_update',
]

const cells = rows.map((line) => {
  const [operation = ''] = line.split(' ')
  const statuses = line.split(/\s+/).slice(-actors.length)
  return [operation as OperationId, Object.fromEntries(actors.map((actor, at) => [actor, statuses[at]]))] as const
})

test('the table has every operation and every actor', () => {
  expect(cells.map(([operation]) => operation).toSorted()).toEqual(Object.keys(operations).toSorted())
  expect(actors).toEqual(['anon', 'bad', ...Object.keys(standings), 't.ro', 't.pr', 't.el', 't.vw'])
})

test.each(cells)('%s is offered to those who may call it', (operation, statuses) => {
  const isRefused = (actor: string) =>
    !OF_THE_SUBSCRIBER.includes(operation) && ['403', '404'].includes(statuses[actor]!)
  const expected = Object.fromEntries(Object.keys(standings).map((actor) => [actor, isRefused(actor)]))
  const refused = Object.entries(standings).map(([actor, standing]) => [
    actor,
    refusalOf(operation, standing) !== undefined,
  ])
  expect(Object.fromEntries(refused)).toEqual(expected)
})

test('where roles are not known, everything stays available', () => {
  const unknown: Standing = { fleet: undefined, own: undefined, isOwnSilo: true, project: undefined }
  const refused = cells.filter(([operation]) => refusalOf(operation, unknown) !== undefined)
  expect(refused).toEqual([])
})

test('the reason names the role, the own one and who can change it', () => {
  expect(refusalOf('disk_create', standings['p.vw']!)).toBe(
    'You need the project collaborator role. Yours is viewer. A project or silo admin can change that.',
  )
  expect(refusalOf('local_user_create', standings['s.co']!)).toBe(
    'You need the silo admin role. Yours is collaborator. A silo admin can change that.',
  )
  expect(refusalOf('local_user_create', standings['f.vw']!)).toBe(
    'You need the fleet admin role. Yours is viewer. A fleet admin can change that.',
  )
  expect(refusalOf('image_promote', standings['p.ad']!)).toBe(
    'You need the silo collaborator role. Yours is none. A silo admin can change that.',
  )
})
