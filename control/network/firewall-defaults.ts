// The firewall rules of a new VPC: allow traffic within it, SSH and ICMP from anywhere, and nothing else from outside.
import type { Ctx } from '../frame/context.ts'
import type { NewRow } from '../db/define.ts'
import type { firewall_rule } from '../db/tables/firewall-rule.ts'
import { newIdentity } from '../frame/identity.ts'

type NewRule = NewRow<typeof firewall_rule>

export function rulesOf(ctx: Ctx, vpc: { id: string; name: string }): NewRule[] {
  const self = { type: 'vpc' as const, value: vpc.name }
  const rule = (name: string, description: string, filters: Partial<NewRule['filters']>): NewRule => ({
    ...newIdentity(ctx, { name, description }),
    vpc_id: vpc.id,
    status: 'enabled',
    direction: 'inbound',
    targets: [self],
    filters: { hosts: null, ports: null, protocols: null, ...filters },
    action: 'allow',
    priority: 65534,
  })
  return [
    rule('allow-internal-inbound', 'Allows traffic among the instances of the VPC', { hosts: [self] }),
    rule('allow-ssh', 'Allows SSH from anywhere', { ports: ['22'], protocols: ['TCP'] }),
    rule('allow-icmp', 'Allows ICMP from anywhere', { protocols: ['ICMP'] }),
  ]
}
