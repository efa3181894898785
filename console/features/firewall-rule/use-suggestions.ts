// What a firewall rule of a VPC can name: the VPC, its subnets and their blocks, its instances and their addresses.
import { useData, useLoad } from '../../use-api.ts'
import type { ListItem } from '../../ui/input/list-item.ts'
import { useOptions } from '../../form/use-options.ts'
import { first1000Instances, instanceList } from '../instance/instance-queries.ts'
import { first1000Subnets, vpcInterfaces } from '../vpc-subnet/vpc-subnet-queries.ts'
import type { RuleEnd } from './rule-values.ts'

const item = (value: string, note?: string): ListItem => ({ value, label: note ? `${value} (${note})` : value })

export function useSuggestions(project: string, vpc: string): Record<RuleEnd['type'], ListItem[]> {
  const subnets = useData(first1000Subnets(project, vpc)).items
  const instances = useOptions(useData(first1000Instances(project)), (page) => instanceList(project, page))
  const interfaces = useLoad(vpcInterfaces(project, vpc)).data ?? []
  const names = new Map(instances.map(({ id, name }) => [id, name]))
  const inside = new Set(interfaces.flatMap(({ instanceId }) => names.get(instanceId) ?? []))
  return {
    vpc: [item(vpc)],
    subnet: subnets.map(({ name, ipv4Block }) => ({ ...item(name, ipv4Block), label: name })),
    instance: [...inside].sort().map((name) => item(name)),
    ip: interfaces.map(({ ip, instanceId }) => item(ip, names.get(instanceId))),
    ip_net: subnets.flatMap(({ name, ipv4Block, ipv6Block }) => [item(ipv4Block, name), item(ipv6Block, name)]),
  }
}
