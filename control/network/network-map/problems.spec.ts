// What counts as a problem of a network, and what does not.
import { expect, test } from 'vitest'
import { network as topology, rule } from '../reachability/testing.ts'
import { problemsOf } from './problems.ts'

const subnets = topology.subnets.map((subnet) => ({ ...subnet, interface_count: 1, exit: {} }))
const whole = { topology, subnets, floating: [], fullSubnets: new Set<string>(), truncated: false }
const cutOff = subnets.map((subnet) => ({ ...subnet, exit: null }))
const kindsOf = (changes: Partial<typeof whole> | { subnets: typeof cutOff }) =>
  problemsOf({ ...whole, ...changes }).map(({ kind }) => kind)

test('a subnet needs a route out once it has interfaces', () => {
  expect(kindsOf({ subnets: cutOff.slice(0, 1) })).toContain('no_route_out')
  expect(kindsOf({ subnets: cutOff.map((subnet) => ({ ...subnet, interface_count: 0 })) })).not.toContain(
    'no_route_out',
  )
})

test('a truncated network reports nothing as missing', () => {
  const rules = [rule('gone', { targets: [{ type: 'instance', value: 'gone' }] })]
  expect(kindsOf({ topology: { ...topology, rules } })).toContain('rule_without_target')
  expect(kindsOf({ topology: { ...topology, rules }, truncated: true })).not.toContain('rule_without_target')
  expect(kindsOf({ subnets: cutOff, truncated: true })).not.toContain('no_route_out')
})

test('the number of problems is bounded', () => {
  const floating = Array.from({ length: 500 }, (_, n) => ({
    id: `ip-${n}`,
    name: `ip-${n}`,
    ip: '203.0.113.9',
    instance_id: null,
  }))
  expect(kindsOf({ floating } as never)).toHaveLength(200)
})

test('a rule that names its VPC by an old name targets nothing', () => {
  const rules = [rule('ssh', { targets: [{ type: 'vpc', value: 'before' }] })]
  const problems = problemsOf({ ...whole, topology: { ...topology, rules } })
  expect(problems.map(({ text }) => text)).toContain(
    'Firewall rule ssh targets nothing: it names the VPC by its old name.',
  )
  expect(kindsOf({ topology: { ...topology, rules: [rule('ssh')] } })).not.toContain('rule_without_target')
})
