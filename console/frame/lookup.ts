// Finds the owner of an address or an ID, and what has a label. The server says what it is; this says where its page is.
import { labelProblem } from '#contract/checks.ts'
import type { Data } from '#contract/client.ts'
import { errorsAllowed, prefetch } from '../api.ts'
import { labeledWith } from '../label-queries.ts'
import { currentUser } from '../me-queries.ts'
import { paths } from '../paths.ts'
import type { IconData } from '../ui/display/icon.tsx'
import type { PaletteItem } from './palette.ts'

type Owner = Data<'lookup_list'>['items'][number]

/** Addresses, and at least four characters of an ID. Anything else is a name. */
const LOOKS_LIKE_ONE = /^([0-9a-f-]{4,36}|[0-9a-f:.]{2,45}|([0-9a-f]{2}[:-]){5}[0-9a-f]{2})$/i

const owners = (text: string) => errorsAllowed('lookup_list', { query: { text } })

export async function lookUp(
  text: string,
  iconOf: (group: string) => IconData | undefined,
): Promise<(PaletteItem & { id: string; to: string })[]> {
  const wanted = text.trim()
  if (!LOOKS_LIKE_ONE.test(wanted)) return []
  const answer = await prefetch(owners(wanted))
  if (answer.type !== 'success') return []
  const me = await prefetch(currentUser())
  return answer.data.items.flatMap((owner) => {
    const { group, to: pageOf } = kinds[owner.kind]
    const to = pageOf(owner, me)
    // members can view their own silo, but its page is for operators
    if (me.fleetRole === 'none' && to.startsWith('/system/')) return []
    const icon = iconOf(group)
    const detail = [owner.projectName ?? owner.siloName, matches[owner.match]].filter(Boolean).join(', ')
    return { id: owner.id, group, label: owner.name, detail, to, isMatch: true, ...(icon && { icon }) }
  })
}

/** Finds what has a label, typed as `label:env=prod`. A key finds every value. */
export async function findLabeled(
  text: string,
  limit: number,
  iconOf: (group: string) => IconData | undefined,
): Promise<(PaletteItem & { id: string; to: string })[]> {
  const label = /^label:(\S+)$/.exec(text.trim().toLowerCase())?.[1]
  if (label === undefined || labelProblem(label)) return []
  const me = await prefetch(currentUser())
  const found = labeledWith(label, limit).map(async ({ kind, query }) => {
    const answer = await prefetch(query)
    if (answer.type !== 'success') return []
    return answer.data.items.map(({ id, name, projectName, labels }) => {
      const { group, to } = kinds[kind === 'image' && !projectName ? 'silo_image' : kind]
      const owner = {
        kind,
        match: 'id' as const,
        id,
        name,
        projectName,
        siloName: null,
        vpcName: null,
        routerName: null,
      }
      const icon = iconOf(group)
      const detail = [kind === 'project' ? null : projectName, ...labels].filter(Boolean).join(', ')
      return { id, group, label: name, detail, to: to(owner, me), isMatch: true, ...(icon && { icon }) }
    })
  })
  return (await Promise.all(found)).flat()
}

const matches: Record<Owner['match'], string> = {
  id: '',
  interface_id: 'network interface',
  private_ip: 'private IP',
  external_ip: 'ephemeral IP',
  source_nat: 'outbound IP',
  address: 'address',
  mac: 'MAC address',
}

interface Kind {
  /** as in the search by name, whose icon it has */
  group: string
  to: (owner: Owner, me: { siloName: string }) => string
}

const inProject = (owner: Owner) => ({ project: owner.projectName ?? '' })
const inVpc = (owner: Owner) => ({ ...inProject(owner), vpc: owner.vpcName ?? '' })

/** Users and groups of other silos are on the page of their silo. */
const inSilo =
  (ownPage: () => string): Kind['to'] =>
  ({ siloName }, me) =>
    siloName === null || siloName === me.siloName ? ownPage() : `${paths.silo({ silo: siloName })}?tab=users`

const kinds: Record<Owner['kind'], Kind> = {
  project: { group: 'Projects', to: ({ name: project }) => paths.instances({ project }) },
  instance: { group: 'Instances', to: (one) => paths.instanceOverview({ ...inProject(one), instance: one.name }) },
  disk: { group: 'Disks', to: (one) => paths.diskSnapshots({ ...inProject(one), disk: one.name }) },
  snapshot: { group: 'Snapshots', to: (one) => paths.snapshots(inProject(one)) },
  image: { group: 'Images', to: (one) => paths.imageEdit({ ...inProject(one), image: one.name }) },
  floating_ip: {
    group: 'Floating IPs',
    to: (one) => paths.floatingIpEdit({ ...inProject(one), floatingIp: one.name }),
  },
  vpc: { group: 'VPCs', to: (one) => paths.firewallRules({ ...inProject(one), vpc: one.name }) },
  vpc_subnet: { group: 'Subnets', to: (one) => paths.subnetEdit({ ...inVpc(one), subnet: one.name }) },
  vpc_router: { group: 'Routers', to: (one) => paths.router({ ...inVpc(one), router: one.name }) },
  vpc_router_route: {
    group: 'Routes',
    to: (one) => paths.router({ ...inVpc(one), router: one.routerName ?? '' }),
  },
  firewall_rule: { group: 'Firewall rules', to: (one) => paths.firewallRuleEdit({ ...inVpc(one), rule: one.name }) },
  internet_gateway: {
    group: 'Internet gateways',
    to: (one) => paths.internetGateway({ ...inVpc(one), gateway: one.name }),
  },
  affinity_group: {
    group: 'Affinity groups',
    to: (one) => paths.affinityGroup({ ...inProject(one), group: one.name }),
  },
  anti_affinity_group: {
    group: 'Anti-affinity groups',
    to: (one) => paths.antiAffinityGroup({ ...inProject(one), group: one.name }),
  },
  probe: { group: 'Probes', to: (one) => paths.probe({ ...inProject(one), probe: one.name }) },
  silo_image: { group: 'Silo images', to: ({ name: image }) => paths.siloImageEdit({ image }) },
  user: { group: 'Users', to: inSilo(() => paths.users()) },
  group: { group: 'Groups', to: inSilo(() => paths.siloAccess()) },
  ssh_key: { group: 'SSH keys', to: ({ name: sshKey }) => paths.sshKeyEdit({ sshKey }) },
  silo: { group: 'Silos', to: ({ name: silo }) => paths.silo({ silo }) },
  certificate: {
    group: 'Certificates',
    to: ({ siloName }) => `${paths.silo({ silo: siloName ?? '' })}?tab=certificates`,
  },
  ip_pool: { group: 'IP pools', to: ({ name: pool }) => paths.ipPool({ pool }) },
  sled: { group: 'Sleds', to: ({ id: sledId }) => paths.sledInstances({ sledId }) },
  physical_disk: { group: 'Physical disks', to: () => paths.physicalDisks() },
  switch: { group: 'Switches', to: () => paths.switches() },
  rack: { group: 'Racks', to: () => paths.inventory() },
  switch_port: { group: 'Switch ports', to: () => paths.switchPorts() },
  switch_port_settings: { group: 'Port settings', to: ({ name: settings }) => paths.portSettingsPage({ settings }) },
  address_lot: { group: 'Address lots', to: ({ name: lot }) => paths.addressLot({ lot }) },
  loopback_address: { group: 'Loopback addresses', to: () => paths.loopbackAddresses() },
  bgp_config: { group: 'BGP configurations', to: ({ name: config }) => paths.bgpConfig({ config }) },
  bgp_announce_set: { group: 'Announce sets', to: ({ name: set }) => paths.announceSet({ set }) },
  support_bundle: { group: 'Support bundles', to: ({ id: bundle }) => paths.supportBundle({ bundle }) },
  alert_receiver: { group: 'Webhooks', to: ({ name: receiver }) => paths.webhook({ receiver }) },
}
