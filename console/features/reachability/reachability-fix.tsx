// The one change that would let blocked traffic through, in words, with a link to where it is made.
import { useNavigate } from 'react-router'
import { ActionButton } from '../../frame/action-button.tsx'
import { paths } from '../../paths.ts'
import { Properties } from '../../ui/display/properties.tsx'
import { useLoad } from '../../use-api.ts'
import { endpointText } from '../vpc/page/endpoint-badge.tsx'
import { vpcById } from '../vpc/vpc-queries.ts'
import type { RuleUpdate } from '../firewall-rule/firewall-rule-queries.ts'
import { FixMessage } from './fix-message.tsx'
import { RouteFix } from './route-fix.tsx'
import type { Fix, Reachability, Subject } from './reachability-queries.ts'

interface FixProps {
  project: string
  answer: Reachability
  fix: Fix
}

export function ReachabilityFix({ project, answer, fix }: FixProps) {
  const blocked = answer.steps.findLast(({ passed }) => !passed)?.subject ?? undefined
  if (fix.type === 'add_rule') return <AddRule project={project} vpcId={fix.vpcId} rule={fix.rule} />
  if (fix.type === 'enable_rule')
    return (
      <EnableRule rule={fix.rule} to={paths.firewallRuleEdit({ project, vpc: blocked?.vpc ?? '', rule: fix.rule })} />
    )
  if (fix.type === 'add_route' || fix.type === 'point_route') return <RouteFix project={project} fix={fix} />
  const { text, to, label } = explained(project, fix, blocked)
  return (
    <FixMessage action={<ActionButton action={{ label, to }} />}>
      <p>{text}</p>
    </FixMessage>
  )
}

type Plain = Exclude<Fix, { type: 'add_rule' | 'enable_rule' | 'add_route' | 'point_route' }>

interface Explained {
  text: string
  to: string
  label: string
}

function explained(project: string, fix: Plain, blocked: Subject | undefined): Explained {
  const vpc = blocked?.vpc ?? ''
  const name = blocked?.name ?? ''
  const routers = paths.routers({ project, vpc })
  const router = blocked?.type === 'router' ? paths.router({ project, vpc, router: name }) : routers
  const networking = paths.instanceNetworking({ project, instance: name })
  switch (fix.type) {
    case 'disable_rule':
      return {
        text: `Disable firewall rule ${fix.rule}. It has priority 0, so no other rule can come before it.`,
        to: paths.firewallRuleEdit({ project, vpc, rule: fix.rule }),
        label: 'Edit rule',
      }
    case 'remove_route':
      return { text: 'Remove the route that drops the traffic.', to: router, label: 'View router' }
    case 'create_router':
      return {
        text: `Create a custom router with a route for ${fix.destination} to internet gateway ${fix.gateway}, and select it for subnet ${fix.subnet}. The system router accepts no new routes.`,
        to: routers,
        label: 'View routers',
      }
    case 'create_gateway':
      return {
        text: 'Create an internet gateway in the VPC and a route to it.',
        to: paths.internetGateways({ project, vpc }),
        label: 'View internet gateways',
      }
    case 'attach_pool':
      return {
        text: `Attach the instance's IP pool to internet gateway ${name}.`,
        to: paths.internetGateway({ project, vpc, gateway: name }),
        label: 'View internet gateway',
      }
    case 'attach_external_ip':
      return { text: `Attach an external IP to ${name}.`, to: networking, label: 'View networking' }
    case 'add_interface':
      return { text: `Add a network interface to ${name}.`, to: networking, label: 'View networking' }
    case 'add_transit_ip':
      return {
        text: `Add ${fix.ip ?? '0.0.0.0/0'} to the transit IPs of ${name}'s network interface.`,
        to: networking,
        label: 'View networking',
      }
  }
}

const CHANGE = 'vpc_firewall_rules_update'

function EnableRule({ rule, to }: { rule: string; to: string }) {
  const navigate = useNavigate()
  // as below: see firewall-rule-edit.tsx
  const state = { suggested: { status: 'enabled' } satisfies Partial<RuleUpdate> }
  return (
    <FixMessage
      action={
        <ActionButton action={{ label: 'Enable this rule', sends: CHANGE, run: () => navigate(to, { state }) }} />
      }
    >
      <p>Enable firewall rule {rule}. It allows this traffic, but it is disabled.</p>
    </FixMessage>
  )
}

interface AddRuleProps {
  project: string
  vpcId: string
  rule: Extract<Fix, { type: 'add_rule' }>['rule']
}

function AddRule({ project, vpcId, rule }: AddRuleProps) {
  const navigate = useNavigate()
  const { data } = useLoad(vpcById(vpcId))
  const vpc = data?.type === 'success' ? data.data.name : undefined
  // the form reads the rule from the history entry: see firewall-rule-new.tsx
  const open = (name: string) =>
    navigate(paths.firewallRulesNew({ project, vpc: name }), { state: { suggested: rule satisfies RuleUpdate } })
  return (
    <div className="space-y-2">
      <FixMessage
        action={vpc && <ActionButton action={{ label: 'Add this rule', sends: CHANGE, run: () => open(vpc) }} />}
      >
        <p>{vpc ? `Add this firewall rule to VPC ${vpc}.` : 'Add this firewall rule.'}</p>
      </FixMessage>
      <Properties
        columns={2}
        items={[
          { name: 'Name', value: rule.name },
          { name: 'Direction', value: rule.direction },
          { name: 'Action', value: rule.action },
          { name: 'Priority', value: rule.priority },
          { name: 'Targets', value: rule.targets.map(endpointText).join(', ') },
          { name: 'Hosts', value: (rule.filters.hosts ?? []).map(endpointText).join(', ') || 'Any' },
          { name: 'Protocols', value: (rule.filters.protocols ?? []).join(', ') || 'Any' },
          { name: 'Ports', value: (rule.filters.ports ?? []).join(', ') || 'Any' },
        ]}
      />
    </div>
  )
}
