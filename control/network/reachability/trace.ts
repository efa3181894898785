// The steps of an explanation, in words. Each names its subject, so that the console can link to it.
import type { ExternalIpNode, GatewayNode, InterfaceNode, SubnetNode } from '#drivers/network.ts'
import type { Connection } from './firewall.ts'
import { nameOf, type Fix } from './fix.ts'
import type { Choice } from './routes.ts'
import type { Question, RuleNode, Topology } from './topology.ts'

export type Verdict = 'reachable' | 'blocked' | 'forwarded'
export type StepKind = 'interface' | 'subnet' | 'route' | 'gateway' | 'external_ip' | 'firewall' | 'delivery'

export interface Step {
  kind: StepKind
  passed: boolean
  text: string
  subject: Subject | null
}

export interface Subject {
  type: 'instance' | 'subnet' | 'router' | 'gateway' | 'firewall_rule' | 'vpc' | 'floating_ip'
  name: string
  vpc: string | null
}

export interface Reachability {
  verdict: Verdict
  steps: Step[]
  fix: Fix | null
  /** What may keep the traffic from arriving although the network lets it through. */
  notes: string[]
}

export class Trace {
  readonly #topology: Topology
  readonly #question: Question
  readonly #steps: Step[] = []

  constructor(topology: Topology, question: Question) {
    this.#topology = topology
    this.#question = question
  }

  finish(verdict: Verdict, fix: Fix | null): Reachability {
    return { verdict, steps: this.#steps, fix, notes: this.#notes() }
  }

  #notes(): string[] {
    return [this.#question.source, this.#question.destination].flatMap((end) => {
      const instance = end.type === 'instance' && this.#topology.instances.find(({ id }) => id === end.id)
      return instance && instance.run_state !== 'running' ? [`${instance.name} is ${instance.run_state}.`] : []
    })
  }

  sends(from: InterfaceNode, subnet: SubnetNode, target: string | null): void {
    const instance = this.#instance(from)
    this.#pass('interface', `${instance} sends to ${at(target)} from ${from.name} (${from.ip}).`, {
      ...this.#instanceSubject(from),
    })
    this.#pass(
      'subnet',
      `${from.name} is in subnet ${subnet.name} (${subnet.ipv4_block}).`,
      this.#subnetSubject(subnet),
    )
  }

  /** Interfaces have IPv4 addresses only, and neither version reaches the other. */
  otherVersion(sender: InterfaceNode | undefined, from: string | null, target: string | null): Reachability {
    const [own, other] = [versionOf(from), versionOf(target)]
    if (!sender)
      return this.#block(null, 'external_ip', `${from} is ${own} and cannot reach ${target} (${other}).`, null)
    const text = `${this.#instance(sender)} cannot send to ${target}: interface ${sender.name} has no ${other} address.`
    return this.#block(null, 'interface', text, this.#instanceSubject(sender))
  }

  routed(choice: Choice, subnet: SubnetNode, target: string | null): void {
    this.#pass(
      'route',
      `${routeText(choice)} sends traffic for ${at(target)} to ${hopText(choice, this.#topology)}.`,
      this.#router(choice, subnet),
    )
  }

  dropped(choice: Choice, subnet: SubnetNode, target: string | null, fix: Fix | null): Reachability {
    return this.#block(
      fix,
      'route',
      `${routeText(choice)} drops traffic for ${at(target)}.`,
      this.#router(choice, subnet),
    )
  }

  noRoute(subnet: SubnetNode, target: string | null, fix: Fix | null): Reachability {
    return this.#block(
      fix,
      'route',
      `No route of subnet ${subnet.name} leads to ${at(target)}.`,
      this.#subnetSubject(subnet),
    )
  }

  nobody(target: string | null, fix: Fix | null): Reachability {
    return this.#block(fix, 'delivery', `No interface in this VPC has the address ${at(target)}.`, null)
  }

  loops(next: InterfaceNode, fix: Fix | null): Reachability {
    return this.#block(
      fix,
      'route',
      `The route leads back to the sender, ${this.#instance(next)}.`,
      this.#instanceSubject(next),
    )
  }

  forwards(next: InterfaceNode, target: string | null): void {
    const text = `${this.#instance(next)} accepts traffic for ${at(target)} (transit IPs) and has to forward it.`
    this.#pass('delivery', text, this.#instanceSubject(next))
  }

  notForwarding(next: InterfaceNode, target: string | null, fix: Fix | null): Reachability {
    const text = `${this.#instance(next)} does not accept traffic for ${at(target)}: its transit IPs do not include that address.`
    return this.#block(fix, 'delivery', text, this.#instanceSubject(next))
  }

  exits(gateway: GatewayNode, used: ExternalIpNode): void {
    this.#pass(
      'gateway',
      `Gateway ${gateway.name} sends it out from ${kindText[used.kind]} ${used.ip}.`,
      this.#gateway(gateway),
    )
  }

  noSourceAddress(from: InterfaceNode, gateway: GatewayNode, fix: Fix | null): Reachability {
    const text = `${this.#instance(from)} has no external IP from the pools or addresses of gateway ${gateway.name}.`
    return this.#block(fix, 'gateway', text, this.#gateway(gateway))
  }

  unroutable(target: string, fix: Fix | null): Reachability {
    return this.#block(fix, 'delivery', `${target} is a private address. It is not routed outside the VPC.`, null)
  }

  reachesInternet(target: string | null): void {
    this.#pass(
      'delivery',
      target === null ? 'The traffic reaches the internet.' : `The traffic leaves for ${target}.`,
      null,
    )
  }

  enters(holder: ExternalIpNode, at: InterfaceNode): void {
    const subject: Subject | null =
      holder.name === null ? this.#instanceSubject(at) : { type: 'floating_ip', name: holder.name, vpc: null }
    this.#pass(
      'external_ip',
      `${capital(kindText[holder.kind])} ${holder.ip} belongs to ${this.#instance(at)}.`,
      subject,
    )
  }

  noExternalAddress(instanceId: string, fix: Fix | null): Reachability {
    const name = nameOf(this.#topology.instances, instanceId)
    return this.#block(
      fix,
      'external_ip',
      `${name} has no external IP, so it cannot be reached from outside its VPC.`,
      {
        type: 'instance',
        name,
        vpc: null,
      },
    )
  }

  noInterface(instanceId: string, fix: Fix | null): Reachability {
    const name = nameOf(this.#topology.instances, instanceId)
    return this.#block(fix, 'interface', `${name} has no network interface.`, { type: 'instance', name, vpc: null })
  }

  firewall({ direction, at }: Connection, rule: RuleNode | undefined, allowed: boolean): void {
    const vpc = nameOf(this.#topology.vpcs, at.vpc_id)
    const where = `${capital(direction)} at ${this.#instance(at)}`
    const verb = allowed ? 'allows' : 'denies'
    const text = rule
      ? `${where}: firewall rule ${rule.name} (priority ${rule.priority}) ${verb} it.`
      : `${where}: no firewall rule matches, so the traffic is ${allowed ? 'allowed' : 'denied'}.`
    const subject: Subject = rule ? { type: 'firewall_rule', name: rule.name, vpc } : { type: 'vpc', name: vpc, vpc }
    this.#steps.push({ kind: 'firewall', passed: allowed, text, subject })
  }

  #instance = (nic: InterfaceNode) => nameOf(this.#topology.instances, nic.instance_id)
  #vpc = (id: string) => nameOf(this.#topology.vpcs, id)
  #instanceSubject = (nic: InterfaceNode): Subject => ({ type: 'instance', name: this.#instance(nic), vpc: null })
  #subnetSubject = ({ name, vpc_id }: SubnetNode): Subject => ({ type: 'subnet', name, vpc: this.#vpc(vpc_id) })
  #gateway = ({ name, vpc_id }: GatewayNode): Subject => ({ type: 'gateway', name, vpc: this.#vpc(vpc_id) })
  #router = ({ router }: Choice, subnet: SubnetNode): Subject => ({
    type: 'router',
    name: router.name,
    vpc: this.#vpc(subnet.vpc_id),
  })

  #pass(kind: StepKind, text: string, subject: Subject | null): void {
    this.#steps.push({ kind, passed: true, text, subject })
  }

  #block(fix: Fix | null, kind: StepKind, text: string, subject: Subject | null): Reachability {
    this.#steps.push({ kind, passed: false, text, subject })
    return this.finish('blocked', fix)
  }
}

const kindText = { floating: 'floating IP', ephemeral: 'ephemeral IP', snat: 'shared address' }
const routeText = ({ route, router }: Choice) => `Route ${route.name} of router ${router.name}`
const versionOf = (ip: string | null) => (ip?.includes(':') ? 'IPv6' : 'IPv4')
const at = (target: string | null) => target ?? 'the internet'
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function hopText({ hop, route }: Choice, topology: Topology): string {
  if (hop.type === 'gateway') return `internet gateway ${hop.gateway.name}`
  if (hop.type === 'interface') return `${nameOf(topology.instances, hop.interface.instance_id)} (${hop.interface.ip})`
  return route.target.type === 'subnet' ? `subnet ${route.target.value}` : 'the VPC'
}
