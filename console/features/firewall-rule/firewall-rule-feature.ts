// The firewall rules tab of a VPC, and the forms over it.
import type { RouteObject } from 'react-router'
import { formRoute } from '../../form/form-route.ts'
import { places } from '../../paths.ts'
import { platform } from '../../platform-queries.ts'
import { page, type Load } from '../../route.ts'
import { first1000Instances } from '../instance/instance-queries.ts'
import { first1000Subnets } from '../vpc-subnet/vpc-subnet-queries.ts'
import { firewallRule, firewallRules } from './firewall-rule-queries.ts'

/** What rules can refer to: the table links to it, and the forms suggest it. */
const referents: Load = ({ project = '', vpc = '' }) => [first1000Instances(project), first1000Subnets(project, vpc)]

/** The rules are those that the tab has loaded. */
const rules = ({ project, vpc }: { project: string; vpc: string }) => ({ set: firewallRules(project, vpc) })

const newForm = (path: typeof places.firewallRulesNew | typeof places.firewallRuleClone) =>
  formRoute({
    path,
    operation: 'vpc_firewall_rules_update',
    crumb: 'New rule',
    reads: rules,
    load: referents,
    code: () => import('./firewall-rule-new.tsx'),
    form: 'RuleNewForm',
  })

/** `more` are other forms that open over this tab. */
export const firewallRuleTab = (more: RouteObject[]) =>
  page({
    crumb: { text: 'Firewall rules', to: places.firewallRules },
    load: ({ project = '', vpc = '' }) => [firewallRules(project, vpc)],
    later: (params, search) => [...referents(params, search), platform()],
    code: () => import('./firewall-rule-list.tsx'),
    children: [
      page({ path: places.firewallRules }),
      newForm(places.firewallRulesNew),
      newForm(places.firewallRuleClone),
      formRoute({
        path: places.firewallRuleEdit,
        operation: 'vpc_firewall_rules_update',
        crumb: 'Edit rule',
        reads: rules,
        load(params, search) {
          const { project = '', vpc = '', rule = '' } = params
          return [firewallRule(project, vpc, rule), ...referents(params, search)]
        },
        code: () => import('./firewall-rule-edit.tsx'),
        form: 'RuleEditForm',
      }),
      ...more,
    ],
  })
