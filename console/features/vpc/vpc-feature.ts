// VPCs: the list, and the page of a VPC with its firewall rules, subnets, routers and internet gateways.
import { Network } from '@lucide/icons'
import { searchProjects, type Feature } from '../../feature.ts'
import { formRoute } from '../../form/form-route.ts'
import { paths, places } from '../../paths.ts'
import { platform } from '../../platform-queries.ts'
import { leadsTo, page } from '../../route.ts'
import { firewallRuleTab } from '../firewall-rule/firewall-rule-feature.ts'
import { internetGatewayPage, internetGatewayTab } from '../internet-gateway/internet-gateway-feature.ts'
import { vpcRouterPage, vpcRouterTab } from '../vpc-router/vpc-router-feature.ts'
import { first1000Subnets } from '../vpc-subnet/vpc-subnet-queries.ts'
import { vpcSubnetTab } from '../vpc-subnet/vpc-subnet-feature.ts'
import { networkStatus, vpcList, vpcView } from './vpc-queries.ts'

const editForm = formRoute({
  path: places.vpcEdit,
  operation: 'vpc_update',
  crumb: 'Edit VPC',
  reads: ({ project, vpc }) => ({ vpc: vpcView(project, vpc) }),
  code: () => import('./vpc-form.tsx'),
  form: 'VpcEditForm',
  next: ({ name }, { project }) => paths.firewallRules({ project, vpc: name }),
})

const routes = page({
  crumb: { text: 'VPCs', to: places.vpcs },
  children: [
    page({
      load: ({ project = '' }) => [vpcList(project)],
      later: () => [platform()],
      code: () => import('./vpc-list.tsx'),
      children: [
        page({ path: places.vpcs }),
        formRoute({
          path: places.vpcsNew,
          operation: 'vpc_create',
          crumb: 'New VPC',
          code: () => import('./vpc-form.tsx'),
          form: 'VpcCreateForm',
          next: ({ name }, { project }) => paths.firewallRules({ project, vpc: name }),
        }),
      ],
    }),
    page({
      crumb: {
        text: ({ vpc = '' }) => vpc,
        to: places.firewallRules,
      },
      children: [
        page({
          shape: ['facts3', 'tabs', 'heading', 'filter', 'rows'],
          load: ({ project = '', vpc = '' }) => [vpcView(project, vpc)],
          later: ({ project = '', vpc = '' }) => [first1000Subnets(project, vpc), networkStatus(project, vpc)],
          code: () => import('./page/vpc-page.tsx'),
          children: [firewallRuleTab([editForm]), vpcSubnetTab, vpcRouterTab, internetGatewayTab],
        }),
        vpcRouterPage,
        internetGatewayPage,
      ],
    }),
  ],
})

export const vpcFeature: Feature = {
  project: {
    routes: [leadsTo(places.vpc, places.firewallRules), routes],
    nav: { label: 'VPCs', icon: Network, to: places.vpcs, letter: 'v' },
  },
  search: [searchProjects('VPCs', vpcList, ({ name }, project) => paths.firewallRules({ project, vpc: name }))],
}
