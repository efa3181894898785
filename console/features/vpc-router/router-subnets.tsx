// The subnets that use a router. The system router serves all of them.
import type { Model } from '#contract/client.ts'
import { TextLink } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { Dash } from '../../ui/display/dash.tsx'
import type { Router } from './vpc-router-actions.tsx'

type Subnet = Model<'VpcSubnet'>

/** Undefined for the system router: every subnet of the VPC. */
export const subnetsOf = ({ id, kind }: Router, subnets: readonly Subnet[]): Subnet[] | undefined =>
  kind === 'system' ? undefined : subnets.filter(({ customRouterId }) => customRouterId === id)

interface SubnetsOfProps {
  project: string
  vpc: string
  router: Router
  subnets: readonly Subnet[]
}

export function SubnetsOf({ project, vpc, router, subnets }: SubnetsOfProps) {
  const users = subnetsOf(router, subnets)
  if (!users) return <span className="text-muted">All subnets</span>
  if (users.length === 0) return <Dash />
  return (
    <span className="flex flex-wrap gap-x-2">
      {users.map(({ id, name }) => (
        <TextLink key={id} to={paths.subnetEdit({ project, vpc, subnet: name })}>
          {name}
        </TextLink>
      ))}
    </span>
  )
}
