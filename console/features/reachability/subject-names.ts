// The subject of a step or network problem in words, and the page that shows it.
import { paths } from '../../paths.ts'
import type { Subject } from './reachability-queries.ts'

export function subjectPath(project: string, { type, name, vpc }: Subject): string {
  const at = { project, vpc: vpc ?? '' }
  switch (type) {
    case 'instance':
      return paths.instanceNetworking({ project, instance: name })
    case 'floating_ip':
      return paths.floatingIpEdit({ project, floatingIp: name })
    case 'vpc':
      return paths.firewallRules({ project, vpc: name })
    case 'subnet':
      return paths.subnetEdit({ ...at, subnet: name })
    case 'router':
      return paths.router({ ...at, router: name })
    case 'gateway':
      return paths.internetGateway({ ...at, gateway: name })
    case 'firewall_rule':
      return paths.firewallRuleEdit({ ...at, rule: name })
  }
}

const KIND_WORDS: Record<Subject['type'], string> = {
  instance: 'instance',
  floating_ip: 'floating IP',
  vpc: 'VPC',
  subnet: 'subnet',
  router: 'router',
  gateway: 'internet gateway',
  firewall_rule: 'firewall rule',
}

export const subjectLabel = ({ type, name }: Subject) => `View ${KIND_WORDS[type]} ${name}`
