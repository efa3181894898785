// The firewall rules tab of a VPC, and the forms over it.
import type { RouteObject } from 'react-router'
import { paths, places } from '../../paths.ts'
import { platform } from '../../platform-queries.ts'
import { form, page, type Load } from '../../route.ts'
import { first1000Instances } from '../instance/instance-queries.ts'
import { first1000Subnets } from '../vpc-subnet/vpc-subnet-queries.ts'
import { firewallRule, firewallRules } from './firewall-rule-queries.ts'

/** What rules can refer to: the table links to it, and the forms suggest it. */
const referents: Load = ({ project = '', vpc = '' }) => [first1000Instances(project), first1000Subnets(project, vpc)]

const newForm = (path: string) =>
  form({ path, crumb: 'New rule', load: referents, code: () => import('./firewall-rule-new.tsx') })

/** `more` are other forms that open over this tab. */
export const firewallRuleTab = (more: RouteObject[]) =>
  page({
    crumb: { text: 'Firewall rules', to: ({ project = '', vpc = '' }) => paths.firewallRules({ project, vpc }) },
    load: ({ project = '', vpc = '' }) => [firewallRules(project, vpc)],
    later: (params, search) => [...referents(params, search), platform()],
    code: () => import('./firewall-rule-list.tsx'),
    children: [
      page({ path: places.firewallRules }),
      newForm(places.firewallRulesNew),
      newForm(places.firewallRuleClone),
      form({
        path: places.firewallRuleEdit,
        crumb: 'Edit rule',
        load(params, search) {
          const { project = '', vpc = '', rule = '' } = params
          return [firewallRule(project, vpc, rule), ...referents(params, search)]
        },
        code: () => import('./firewall-rule-edit.tsx'),
      }),
      ...more,
    ],
  })
