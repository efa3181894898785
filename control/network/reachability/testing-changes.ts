// Small changes to the network of testing.ts, and what a case of reachability expects of them.
import { expect, test } from 'vitest'
import { explain } from './explain.ts'
import { ask, network } from './testing.ts'
import type { Question, RouteNode, RuleNode, Topology } from './topology.ts'
import type { Verdict } from './trace.ts'

export type Change = (topology: Topology) => Topology
export type Case = [name: string, change: Change, question: Question, verdict: Verdict, said: RegExp, fix?: string]

export const same: Change = (topology) => topology
export const rules =
  (...added: RuleNode[]): Change =>
  (topology) => ({ ...topology, rules: [...topology.rules, ...added] })
export const onlyRules =
  (...all: RuleNode[]): Change =>
  (topology) => ({ ...topology, rules: all })
export const routes =
  (...added: RouteNode[]): Change =>
  (topology) => ({ ...topology, routes: [...topology.routes, ...added] })
export const systemRoute =
  (target: RouteNode['target']): Change =>
  (topology) => ({
    ...topology,
    routes: topology.routes.map((one) => (one.name === 'prod-v4' ? { ...one, target } : one)),
  })
export const gateway =
  (more: Partial<Topology['gateways'][number]>): Change =>
  (topology) => ({
    ...topology,
    gateways: topology.gateways.map((one) => (one.vpc_id === 'prod' ? { ...one, ...more } : one)),
  })
export const without =
  (kind: 'floating' | 'ephemeral' | 'snat'): Change =>
  (topology) => ({
    ...topology,
    external_ips: topology.external_ips.filter((one) => one.kind !== kind),
  })
export const nic =
  (ip: string, more: Partial<Topology['interfaces'][number]>): Change =>
  (topology) => ({
    ...topology,
    interfaces: topology.interfaces.map((one) => (one.ip === ip && one.vpc_id === 'prod' ? { ...one, ...more } : one)),
  })
export const second: Change = (topology) => ({
  ...topology,
  interfaces: [
    ...topology.interfaces,
    { ...topology.interfaces[0]!, id: 'nic-2', name: 'net1', subnet_id: 'back', ip: '10.0.2.9', primary: false },
  ],
})
export const both =
  (...changes: Change[]): Change =>
  (topology) =>
    changes.reduce((before, change) => change(before), topology)

export const hosts = (...list: NonNullable<RuleNode['filters']['hosts']>) => ({
  hosts: list,
  ports: null,
  protocols: null,
})
export const ports = (...list: string[]) => ({ hosts: null, ports: list, protocols: null })
export const protocols = (...list: ('TCP' | 'UDP' | 'ICMP')[]) => ({ hosts: null, ports: null, protocols: list })
export const on = (type: 'instance' | 'subnet' | 'vpc', value: string) => [{ type, value }]
export const deny = { action: 'deny' as const, priority: 10 }
export const out = { direction: 'outbound' as const }
export const drop = { type: 'drop' as const }
export const toInstance = (value: string) => ({ type: 'instance' as const, value })
export const toIp = (value: string) => ({ type: 'ip' as const, value })
export const toGateway = (value: string) => ({ type: 'internet_gateway' as const, value })

export const tcp = (source: string, destination: string, port = 5432) => ask(source, destination, 'TCP', port)

/** Each case names the verdict, what the steps say and the fix that is offered. A blocked path has exactly one failed step. */
export function testCases(cases: readonly Case[]): void {
  test.each(cases)('%s', (_name, change, question, verdict, said, fix) => {
    const answer = explain(change(network), question)
    expect(answer.verdict).toBe(verdict)
    expect(answer.steps.map(({ text }) => text).join('\n')).toMatch(said)
    expect(answer.fix?.type).toBe(fix)
    expect(answer.steps.filter(({ passed }) => !passed)).toHaveLength(verdict === 'blocked' ? 1 : 0)
  })
}
