// Every place of the console with an example of it in the demo world. A place without one has no page yet; the tests that
// walk the places notice when it gets one.
import { paths, type Place } from '#console/paths.ts'

const project = 'storefront'
const web = { project, instance: 'web-1' }
const apart = { project, group: 'web' }
const shop = { project, vpc: 'default' }
const banking = { project: 'billing', vpc: 'payments' }
const near = { project, group: 'catalog' }

export const examples = {
  home: paths.home(),
  login: `${paths.login()}?choose`,
  loginLocal: paths.loginLocal({ silo: 'meridian' }),
  loginSaml: paths.loginSaml({ silo: 'meridian', provider: 'corporate' }),
  deviceVerify: paths.deviceVerify(),
  deviceSuccess: paths.deviceSuccess(),
  guides: paths.guides(),
  guide: paths.guide({ guide: 'access-control' }),

  settings: paths.settings(),
  profile: paths.profile(),
  sshKeys: paths.sshKeys(),
  sshKeysNew: paths.sshKeysNew(),
  sshKeyEdit: paths.sshKeyEdit({ sshKey: 'workstation' }),

  projects: paths.projects(),
  projectsNew: paths.projectsNew(),
  projectEdit: paths.projectEdit({ project }),
  siloImages: paths.siloImages(),
  siloImageEdit: paths.siloImageEdit({ image: 'debian-12' }),
  siloUtilization: paths.siloUtilization(),
  siloAccess: paths.siloAccess(),
  // they lead on by id, and their own tests follow them
  lookupInstance: paths.projects(),
  lookupI: paths.projects(),

  silos: paths.silos(),
  silosNew: paths.silosNew(),
  silo: paths.silo({ silo: 'meridian' }),
  siloIdpsNew: paths.siloIdpsNew({ silo: 'meridian' }),
  // the demo has no identity provider; the page's own test creates one
  siloSamlIdp: paths.silo({ silo: 'meridian' }),
  systemIssues: paths.systemIssues(),
  systemAccess: paths.systemAccess(),
  auditLog: paths.auditLog(),
  systemUtilization: paths.systemUtilization(),
  systemMetrics: paths.systemMetrics(),
  inventory: paths.inventory(),
  sleds: paths.sleds(),
  physicalDisks: paths.physicalDisks(),
  // sleds are found by id: inventory.e2e.ts opens them
  sled: paths.sleds(),
  sledInstances: paths.sleds(),
  sledDisks: paths.sleds(),
  switches: paths.switches(),
  systemNetworking: paths.systemNetworking(),
  ipPools: paths.ipPools(),
  ipPoolsNew: paths.ipPoolsNew(),
  ipPool: paths.ipPool({ pool: 'public' }),
  ipPoolEdit: paths.ipPoolEdit({ pool: 'public' }),
  ipPoolRangesAdd: paths.ipPoolRangesAdd({ pool: 'public' }),

  project: paths.project({ project }),
  instances: paths.instances({ project }),
  instancesNew: paths.instancesNew({ project }),
  instance: paths.instance(web),
  instanceStorage: paths.instanceStorage(web),
  instanceNetworking: paths.instanceNetworking(web),
  instanceMetrics: paths.instanceMetrics(web),
  instanceMetricsCpu: paths.instanceMetricsCpu(web),
  instanceMetricsDisk: paths.instanceMetricsDisk(web),
  instanceMetricsNetwork: paths.instanceMetricsNetwork(web),
  instanceConnect: paths.instanceConnect(web),
  instanceSettings: paths.instanceSettings(web),
  serialConsole: paths.serialConsole(web),
  disks: paths.disks({ project }),
  disksNew: paths.disksNew({ project }),
  snapshots: paths.snapshots({ project }),
  snapshotsNew: paths.snapshotsNew({ project }),
  snapshotImagesNew: paths.snapshotImagesNew({ project, snapshot: 'catalog-spring' }),
  images: paths.images({ project: 'billing' }),
  imagesNew: paths.imagesNew({ project }),
  imageEdit: paths.imageEdit({ project: 'billing', image: 'settlement-base' }),
  projectMetrics: `${paths.projectMetrics({ project })}?query=${encodeURIComponent('get virtual_machine:vcpu_usage | filter timestamp > @now() - 10m | align mean_within(1m)')}`,
  projectAccess: paths.projectAccess({ project }),
  affinity: paths.affinity({ project }),
  antiAffinityGroup: paths.antiAffinityGroup(apart),
  antiAffinityGroupsNew: paths.antiAffinityGroupsNew({ project }),
  antiAffinityGroupEdit: paths.antiAffinityGroupEdit(apart),
  affinityGroup: paths.affinityGroup(near),
  affinityGroupsNew: paths.affinityGroupsNew({ project }),
  affinityGroupEdit: paths.affinityGroupEdit(near),
  network: paths.network({ project }),
  floatingIps: paths.floatingIps({ project }),
  floatingIpsNew: paths.floatingIpsNew({ project }),
  floatingIpEdit: paths.floatingIpEdit({ project, floatingIp: 'shop' }),
  vpcs: paths.vpcs({ project }),
  vpcsNew: paths.vpcsNew({ project }),
  vpc: paths.vpc(shop),
  vpcEdit: paths.vpcEdit(shop),
  firewallRules: paths.firewallRules(shop),
  firewallRulesNew: paths.firewallRulesNew(shop),
  firewallRuleClone: paths.firewallRuleClone({ ...shop, rule: 'allow-web' }),
  firewallRuleEdit: paths.firewallRuleEdit({ ...shop, rule: 'allow-metrics' }),
  subnets: paths.subnets(shop),
  subnetsNew: paths.subnetsNew(shop),
  subnetEdit: paths.subnetEdit({ ...shop, subnet: 'backend' }),
  routers: paths.routers(shop),
  routersNew: paths.routersNew(shop),
  routerEdit: paths.routerEdit({ ...shop, router: 'inspected' }),
  router: paths.router({ ...shop, router: 'inspected' }),
  routesNew: paths.routesNew({ ...shop, router: 'inspected' }),
  routeEdit: paths.routeEdit({ ...shop, router: 'inspected', route: 'partners' }),
  internetGateways: paths.internetGateways(banking),
  internetGateway: paths.internetGateway({ ...banking, gateway: 'banks' }),
} as const satisfies Record<Place, string | undefined>

export const built = (Object.keys(examples) as Place[]).filter((place) => examples[place] !== undefined)
export const unbuilt = (Object.keys(examples) as Place[]).filter((place) => examples[place] === undefined)

/** In handfuls: a test of its own for each place would spend its time on opening browsers. */
export const handfuls: readonly (readonly Place[])[] = Array.from({ length: Math.ceil(built.length / 6) }, (_, at) =>
  built.slice(at * 6, at * 6 + 6),
)
