// The subnets tab of a VPC, and the forms over it.
import { formRoute } from '../../form/form-route.ts'
import { places } from '../../paths.ts'
import { page } from '../../route.ts'
import { first1000Instances } from '../instance/instance-queries.ts'
import { first1000Routers } from '../vpc-router/vpc-router-queries.ts'
import { everySubnetInterface, subnetList, subnetView } from './vpc-subnet-queries.ts'

export const vpcSubnetTab = page({
  crumb: { text: 'Subnets', to: places.subnets },
  load: ({ project = '', vpc = '' }) => [subnetList(project, vpc), first1000Routers(project, vpc)],
  code: () => import('./vpc-subnet-list.tsx'),
  children: [
    page({ path: places.subnets }),
    formRoute({
      path: places.subnetsNew,
      operation: 'vpc_subnet_create',
      crumb: 'New subnet',
      code: () => import('./vpc-subnet-form.tsx'),
      form: 'SubnetCreateForm',
    }),
    formRoute({
      path: places.subnetEdit,
      operation: 'vpc_subnet_update',
      crumb: 'Edit subnet',
      reads: ({ project, vpc, subnet }) => ({ subnet: subnetView(project, vpc, subnet) }),
      load: ({ project = '', vpc = '', subnet = '' }) => [
        everySubnetInterface(project, vpc, subnet),
        first1000Instances(project),
      ],
      code: () => import('./vpc-subnet-form.tsx'),
      form: 'SubnetEditForm',
    }),
  ],
})
