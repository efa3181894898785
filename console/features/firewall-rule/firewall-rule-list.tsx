// The firewall rules of a VPC, by priority.
import { Shield } from '@lucide/icons'
import { useParams } from 'react-router'
import { useData } from '../../use-api.ts'
import { UnenforcedNetworkNotice } from '../../frame/platform-notice.tsx'
import { paths } from '../../paths.ts'
import { ListPage } from '../../table/list-page.tsx'
import { lazyPart } from '../../ui/display/lazy.tsx'
import { ReachabilityCard } from '../reachability/reachability-host.tsx'
import { firewallRules } from './firewall-rule-queries.ts'
import { RuleTable } from './rule-table.tsx'

const ConflictHost = lazyPart(async () => (await import('./conflict-host.lazy.tsx')).ConflictHost)

export default function FirewallRuleTab() {
  const { project = '', vpc = '' } = useParams()
  const set = useData(firewallRules(project, vpc))
  return (
    <ListPage
      isTab
      title="Firewall rules"
      icon={Shield}
      create={[{ label: 'New rule', to: paths.firewallRulesNew({ project, vpc }) }]}
      empty={
        set.rules.length === 0 && {
          title: 'No firewall rules',
          text: 'Inbound traffic is denied and outbound traffic is allowed until a rule says otherwise.',
        }
      }
    >
      <UnenforcedNetworkNotice />
      {set.rules.length > 0 && <RuleTable project={project} vpc={vpc} set={set} />}
      <div className="mt-4">
        <ReachabilityCard project={project} />
      </div>
      <ConflictHost />
    </ListPage>
  )
}
