// The map's nodes with their labels, and the lines between them, before layout. Pure.
import type { Tone } from '../../ui/display/badge.tsx'
import { instanceTones } from '../instance/shared/instance-state-badge.tsx'
import { subjectPath } from '../reachability/subject-names.ts'
import type { NetworkMap } from './network-map-queries.ts'

export type NodeKind = 'internet' | 'vpc' | 'gateway' | 'router' | 'subnet' | 'instances' | 'instance' | 'external_ip'

export interface MapNode {
  id: string
  kind: NodeKind
  title: string
  detail: string
  /** the page it opens; none for the internet and for a group of instances */
  to?: string | undefined
  problems: readonly string[]
  /** the color of its state */
  tone?: Tone
}

export const INTERNET_ID = 'internet'
export const groupId = (subnetId: string) => `instances:${subnetId}`

export const KIND_LABELS: Record<NodeKind, string> = {
  internet: 'Internet',
  vpc: 'VPC',
  gateway: 'Internet gateway',
  router: 'Router',
  subnet: 'Subnet',
  instances: 'Instances',
  instance: 'Instance',
  external_ip: 'External IP',
}

/** Subnets with more instances start as a count. */
export const MAX_SHOWN_INSTANCES = 12
/** In a project with more instances, every subnet starts as a count. */
const MAX_TOTAL_SHOWN = 60

export type Choices = ReadonlyMap<string, boolean>

/** Whether a subnet shows each of its instances, or only their number. */
export const isExpanded = (map: NetworkMap, subnetId: string, count: number, choices: Choices): boolean =>
  choices.get(subnetId) ?? (count <= MAX_SHOWN_INSTANCES && map.instances.length <= MAX_TOTAL_SHOWN)

export const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

export type Make = ReturnType<typeof nodeMaker>

/** Worth knowing, but nothing is broken. */
export const isNote = ({ kind }: NetworkMap['problems'][number]) => kind === 'floating_ip_unattached'

/** Makes nodes with their links and problems. */
export function nodeMaker(map: NetworkMap, project: string) {
  const problems = new Map<string, string[]>()
  for (const { nodeId, text } of map.problems.filter((problem) => !isNote(problem)))
    problems.set(nodeId, [...(problems.get(nodeId) ?? []), text])
  const vpcName = new Map(map.vpcs.map(({ id, name }) => [id, name]))
  const vpcOf = (vpcId: string) => vpcName.get(vpcId) ?? ''
  const node = (kind: NodeKind, id: string, title: string, detail: string, to?: string): MapNode => ({
    id,
    kind,
    title,
    detail,
    to,
    problems: problems.get(id) ?? [],
  })
  return {
    internet: () => node('internet', INTERNET_ID, 'Internet', ''),
    vpc: ({ id, name }: NetworkMap['vpcs'][number]) =>
      node('vpc', id, name, 'VPC', subjectPath(project, { type: 'vpc', name, vpc: name })),
    gateway: ({ id, name, vpcId }: NetworkMap['gateways'][number]) =>
      node('gateway', id, name, 'Internet gateway', subjectPath(project, { type: 'gateway', name, vpc: vpcOf(vpcId) })),
    router: ({ id, name, vpcId, kind }: NetworkMap['routers'][number]) =>
      node(
        'router',
        id,
        name,
        kind === 'system' ? 'System router' : 'Custom router',
        subjectPath(project, { type: 'router', name, vpc: vpcOf(vpcId) }),
      ),
    subnet: ({ id, name, vpcId, ipv4Block }: NetworkMap['subnets'][number]) =>
      node('subnet', id, name, ipv4Block, subjectPath(project, { type: 'subnet', name, vpc: vpcOf(vpcId) })),
    group: (subnetId: string, count: number, ips: number, expanded: boolean) =>
      node(
        'instances',
        groupId(subnetId),
        expanded ? `Hide ${countOf(count, 'instance')}` : countOf(count, 'instance'),
        ips > 0 ? countOf(ips, 'external IP') : 'No external IPs',
      ),
    instance: ({ id, name, runState }: NetworkMap['instances'][number], ip?: string) => ({
      ...node(
        'instance',
        id,
        name,
        ip ? `${runState}, ${ip}` : runState,
        subjectPath(project, { type: 'instance', name, vpc: null }),
      ),
      tone: instanceTones[runState],
    }),
    externalIp: ({ id, name, ip }: NetworkMap['externalIps'][number], instance?: string) =>
      node(
        'external_ip',
        id,
        ip,
        name ? `Floating IP ${name}` : 'Ephemeral IP',
        name
          ? subjectPath(project, { type: 'floating_ip', name, vpc: null })
          : instance && subjectPath(project, { type: 'instance', name: instance, vpc: null }),
      ),
  }
}
