// How many subnets and firewall rules each VPC of a project has.
import type { OperationId } from '#contract/operations.ts'
import type { Query } from '../../api.ts'
import { LARGE_PAGE } from '../../queries.ts'
import { firewallRules } from '../firewall-rule/firewall-rule-queries.ts'
import { first1000Subnets } from '../vpc-subnet/vpc-subnet-queries.ts'
import { vpcList } from './vpc-queries.ts'

/** A number per VPC of a project, by VPC id. One query, so that deleted VPCs are not requested. */
const countPerVpc = (
  project: string,
  operation: OperationId,
  countIn: (vpc: string, signal: AbortSignal) => Promise<number>,
): Query<Map<string, number>> => ({
  key: [operation, { project, vpcs: 'all' }],
  async fetch(signal) {
    const { items } = await vpcList(project, { limit: LARGE_PAGE }).fetch(signal)
    return new Map(await Promise.all(items.map(async ({ id, name }) => [id, await countIn(name, signal)] as const)))
  },
})

export const subnetCounts = (project: string) =>
  countPerVpc(
    project,
    'vpc_subnet_list',
    async (vpc, signal) => (await first1000Subnets(project, vpc).fetch(signal)).items.length,
  )

export const ruleCounts = (project: string) =>
  countPerVpc(
    project,
    'vpc_firewall_rules_view',
    async (vpc, signal) => (await firewallRules(project, vpc).fetch(signal)).rules.length,
  )
