// Every place in the console, one line each. Routes are declared with a pattern, links are made with a function of the same name.

export const places = {
  home: '/',
  login: '/login',
  loginLocal: '/login/:silo/local',
  loginSaml: '/login/:silo/saml/:provider',
  deviceVerify: '/device/verify',
  deviceSuccess: '/device/success',
  guides: '/docs/guides',
  guide: '/docs/guides/:guide',

  settings: '/settings',
  profile: '/settings/profile',
  sshKeys: '/settings/ssh-keys',
  sshKeysNew: '/settings/ssh-keys-new',
  sshKeyEdit: '/settings/ssh-keys/:sshKey/edit',

  projects: '/projects',
  projectsNew: '/projects-new',
  projectEdit: '/projects/:project/edit',
  siloImages: '/images',
  siloImageEdit: '/images/:image/edit',
  siloUtilization: '/utilization',
  siloAccess: '/access',
  lookupInstance: '/lookup/instances/:instance',
  lookupI: '/lookup/i/:instance',

  silos: '/system/silos',
  silosNew: '/system/silos-new',
  silo: '/system/silos/:silo',
  siloIdpsNew: '/system/silos/:silo/idps-new',
  siloSamlIdp: '/system/silos/:silo/idps/saml/:provider',
  systemIssues: '/system/issues',
  systemAccess: '/system/access',
  auditLog: '/system/audit',
  systemUtilization: '/system/utilization',
  systemMetrics: '/system/metrics',
  inventory: '/system/inventory',
  sleds: '/system/inventory/sleds',
  physicalDisks: '/system/inventory/disks',
  sled: '/system/inventory/sleds/:sledId',
  sledInstances: '/system/inventory/sleds/:sledId/instances',
  sledDisks: '/system/inventory/sleds/:sledId/disks',
  switches: '/system/inventory/switches',
  systemNetworking: '/system/networking',
  ipPools: '/system/networking/ip-pools',
  ipPoolsNew: '/system/networking/ip-pools-new',
  ipPool: '/system/networking/ip-pools/:pool',
  ipPoolEdit: '/system/networking/ip-pools/:pool/edit',
  ipPoolRangesAdd: '/system/networking/ip-pools/:pool/ranges-add',

  project: '/projects/:project',
  instances: '/projects/:project/instances',
  instancesNew: '/projects/:project/instances-new',
  instance: '/projects/:project/instances/:instance',
  instanceStorage: '/projects/:project/instances/:instance/storage',
  instanceNetworking: '/projects/:project/instances/:instance/networking',
  instanceMetrics: '/projects/:project/instances/:instance/metrics',
  instanceMetricsCpu: '/projects/:project/instances/:instance/metrics/cpu',
  instanceMetricsDisk: '/projects/:project/instances/:instance/metrics/disk',
  instanceMetricsNetwork: '/projects/:project/instances/:instance/metrics/network',
  instanceConnect: '/projects/:project/instances/:instance/connect',
  instanceSettings: '/projects/:project/instances/:instance/settings',
  serialConsole: '/projects/:project/instances/:instance/serial-console',
  disks: '/projects/:project/disks',
  disksNew: '/projects/:project/disks-new',
  snapshots: '/projects/:project/snapshots',
  snapshotsNew: '/projects/:project/snapshots-new',
  snapshotImagesNew: '/projects/:project/snapshots/:snapshot/images-new',
  images: '/projects/:project/images',
  imagesNew: '/projects/:project/images-new',
  imageEdit: '/projects/:project/images/:image/edit',
  projectMetrics: '/projects/:project/metrics',
  projectAccess: '/projects/:project/access',
  affinity: '/projects/:project/affinity',
  antiAffinityGroupsNew: '/projects/:project/affinity-new',
  antiAffinityGroup: '/projects/:project/affinity/:group',
  antiAffinityGroupEdit: '/projects/:project/affinity/:group/edit',
  affinityGroupsNew: '/projects/:project/affinity-groups-new',
  affinityGroup: '/projects/:project/affinity-groups/:group',
  affinityGroupEdit: '/projects/:project/affinity-groups/:group/edit',
  network: '/projects/:project/network',
  floatingIps: '/projects/:project/floating-ips',
  floatingIpsNew: '/projects/:project/floating-ips-new',
  floatingIpEdit: '/projects/:project/floating-ips/:floatingIp/edit',
  vpcs: '/projects/:project/vpcs',
  vpcsNew: '/projects/:project/vpcs-new',
  vpc: '/projects/:project/vpcs/:vpc',
  vpcEdit: '/projects/:project/vpcs/:vpc/edit',
  firewallRules: '/projects/:project/vpcs/:vpc/firewall-rules',
  firewallRulesNew: '/projects/:project/vpcs/:vpc/firewall-rules-new',
  firewallRuleClone: '/projects/:project/vpcs/:vpc/firewall-rules-new/:rule',
  firewallRuleEdit: '/projects/:project/vpcs/:vpc/firewall-rules/:rule/edit',
  subnets: '/projects/:project/vpcs/:vpc/subnets',
  subnetsNew: '/projects/:project/vpcs/:vpc/subnets-new',
  subnetEdit: '/projects/:project/vpcs/:vpc/subnets/:subnet/edit',
  routers: '/projects/:project/vpcs/:vpc/routers',
  routersNew: '/projects/:project/vpcs/:vpc/routers-new',
  routerEdit: '/projects/:project/vpcs/:vpc/routers/:router/edit',
  router: '/projects/:project/vpcs/:vpc/routers/:router',
  routesNew: '/projects/:project/vpcs/:vpc/routers/:router/routes-new',
  routeEdit: '/projects/:project/vpcs/:vpc/routers/:router/routes/:route/edit',
  internetGateways: '/projects/:project/vpcs/:vpc/internet-gateways',
  internetGateway: '/projects/:project/vpcs/:vpc/internet-gateways/:gateway',
} as const

export type Place = keyof typeof places
type ParamOf<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? ParamOf<Head> | ParamOf<Tail>
  : Path extends `:${infer Name}`
    ? Name
    : never
type ParamsOf<Path extends string> = [ParamOf<Path>] extends [never] ? [] : [params: Record<ParamOf<Path>, string>]
type Paths = { [P in Place]: (...params: ParamsOf<(typeof places)[P]>) => string }

/** A pattern with its parameters filled in; those it does not have are ignored. */
export const fill = (pattern: string, params: Readonly<Record<string, string | undefined>> = {}) =>
  pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

/** `paths.projectEdit({ project: 'web' })` */
export const paths = Object.fromEntries(
  Object.entries(places).map(([place, pattern]) => [place, (params?: Record<string, string>) => fill(pattern, params)]),
) as Paths
