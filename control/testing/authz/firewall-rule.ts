// Authorization test cases for firewall rules.
import type { firewallRule as operations } from '#contract/firewall-rule.ts'
import { row, type Cases } from '../authz-row.ts'
import { inProject } from '../authz-rules.ts'
import { defaultVpc, inVpc } from './vpc.ts'

export const firewallRule: Cases<keyof typeof operations> = {
  vpc_firewall_rules_view: row({ rule: inProject('viewer'), make: defaultVpc, call: (_, vpc) => inVpc(vpc) }),
  vpc_firewall_rules_update: row({
    rule: inProject('collaborator'),
    make: defaultVpc,
    call: (_, vpc) => ({ ...inVpc(vpc), body: { rules: [] } }),
  }),
}
