// The map as a list, with everything the diagram shows: for screen readers, small screens and people who prefer text.
import { TriangleAlert } from '@lucide/icons'
import { Link, TextLink, type LinkProps } from '../../frame/link.tsx'
import { Card } from '../../ui/display/card.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { countOf, MAX_SHOWN_INSTANCES, nodeMaker, type Make, type MapNode } from './map-nodes.ts'
import { reachOf } from './map-reach.ts'
import type { NetworkMap } from './network-map-queries.ts'

interface ListProps {
  map: NetworkMap
  make: Make
}

export function NetworkList({ project, map }: { project: string; map: NetworkMap }) {
  const make = nodeMaker(map, project)
  const loose = map.instances.filter(({ id }) => !map.interfaces.some(({ instanceId }) => instanceId === id))
  const spare = map.externalIps.filter(({ instanceId }) => !instanceId)
  return (
    <div className="space-y-4">
      {map.vpcs.map((vpc) => (
        <VpcCard key={vpc.id} map={map} make={make} vpc={vpc} />
      ))}
      {loose.length + spare.length > 0 && (
        <Card title="Not attached">
          <ul className="space-y-1 text-sm">
            {loose.map((instance) => (
              <InstanceItem key={instance.id} map={map} make={make} instance={instance} />
            ))}
            {spare.map((ip) => (
              <li key={ip.id}>
                <NodeText node={make.externalIp(ip)} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}

function VpcCard({ map, make, vpc }: ListProps & { vpc: NetworkMap['vpcs'][number] }) {
  const own = ({ vpcId }: { vpcId: string }) => vpcId === vpc.id
  const { to, problems } = make.vpc(vpc)
  return (
    <Card title={<TextLink to={to ?? ''}>{`VPC ${vpc.name}`}</TextLink>}>
      <div className="space-y-3 text-sm">
        <ProblemTexts problems={problems} />
        <Group title="Internet gateways" nodes={map.gateways.filter(own).map(make.gateway)} map={map} />
        <Group title="Routers" nodes={map.routers.filter(own).map(make.router)} map={map} />
        <div>
          <h3 className="text-xs font-medium text-muted">Subnets</h3>
          <ul className="space-y-2">
            {map.subnets.filter(own).map((subnet) => (
              <li key={subnet.id}>
                <NodeText node={make.subnet(subnet)} />
                <p className="text-xs text-muted">{reachOf(map, subnet.id)?.text}</p>
                <Instances map={map} make={make} subnetId={subnet.id} />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Card>
  )
}

function Group({ title, nodes, map }: { title: string; nodes: readonly MapNode[]; map: NetworkMap }) {
  if (nodes.length === 0) return null
  return (
    <div>
      <h3 className="text-xs font-medium text-muted">{title}</h3>
      <ul className="space-y-1">
        {nodes.map((node) => (
          <li key={node.id}>
            <NodeText node={node} />
            <p className="text-xs text-muted">{reachOf(map, node.id)?.text}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Instances({ map, make, subnetId }: ListProps & { subnetId: string }) {
  const inside = new Map(
    map.interfaces.filter((nic) => nic.subnetId === subnetId).map(({ instanceId, ip }) => [instanceId, ip]),
  )
  const instances = map.instances.filter(({ id }) => inside.has(id))
  if (instances.length === 0) return <p className="text-xs text-muted">No instances</p>
  return (
    <details open={instances.length <= MAX_SHOWN_INSTANCES} className="pl-4">
      <summary className="cursor-pointer text-muted">{countOf(instances.length, 'instance')}</summary>
      <ul className="space-y-1">
        {instances.map((instance) => (
          <InstanceItem key={instance.id} map={map} make={make} instance={instance} ip={inside.get(instance.id)} />
        ))}
      </ul>
    </details>
  )
}

interface InstanceItemProps extends ListProps {
  instance: NetworkMap['instances'][number]
  ip?: string | undefined
}

function InstanceItem({ map, make, instance, ip }: InstanceItemProps) {
  const external = map.externalIps.filter(({ instanceId }) => instanceId === instance.id)
  return (
    <li>
      <NodeText node={make.instance(instance, ip)} />
      {external.length > 0 && (
        <ul aria-label={`External IPs of ${instance.name}`} className="pl-4">
          {external.map((address) => (
            <li key={address.id}>
              <NodeText node={make.externalIp(address, instance.name)} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** Bold, to stand out from the words beside it by more than color. */
const EntryLink = (props: Omit<LinkProps, 'className'>) => (
  <Link
    {...props}
    className="font-medium text-accent underline decoration-accent-line underline-offset-3 hover:decoration-current"
  />
)

const NodeText = ({ node: { title, detail, to, problems } }: { node: MapNode }) => (
  <>
    <span className="wrap-anywhere">
      {to ? <EntryLink to={to}>{title}</EntryLink> : title} <span className="text-muted">{detail}</span>
    </span>
    <ProblemTexts problems={problems} />
  </>
)

const ProblemTexts = ({ problems }: Pick<MapNode, 'problems'>) =>
  problems.map((text) => (
    <p key={text} className="flex gap-1.5 text-notice">
      <Icon icon={TriangleAlert} aria-hidden className="mt-0.5 size-4 shrink-0" />
      {text}
    </p>
  ))
