// Every place of the console with an example in the demo world. A place without one has no page yet; the tests that walk the
// places fail when it gets one.
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
  loginSaml: paths.loginSaml({ silo: 'aurora', provider: 'keycloak' }),
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
  // these redirect by id; their own tests follow them
  lookupInstance: paths.projects(),
  lookupI: paths.projects(),

  system: paths.system(),
  silos: paths.silos(),
  silosNew: paths.silosNew(),
  silo: paths.silo({ silo: 'meridian' }),
  siloIdpsNew: paths.siloIdpsNew({ silo: 'aurora' }),
  siloSamlIdp: paths.siloSamlIdp({ silo: 'aurora', provider: 'keycloak' }),
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
  fabric: paths.fabric(),
  switchPorts: paths.switchPorts(),
  // found by the rack's id: fabric.e2e.ts opens it
  switchPort: paths.switchPorts(),
  portSettings: paths.portSettings(),
  portSettingsNew: paths.portSettingsNew(),
  portSettingsPage: paths.portSettingsPage({ settings: 'uplink-a' }),
  portSettingsEdit: paths.portSettingsEdit({ settings: 'uplink-a' }),
  addressLots: paths.addressLots(),
  addressLotsNew: paths.addressLotsNew(),
  addressLot: paths.addressLot({ lot: 'infrastructure' }),
  addressLotBlocksAdd: paths.addressLotBlocksAdd({ lot: 'infrastructure' }),
  loopbackAddresses: paths.loopbackAddresses(),
  loopbackAddressesNew: paths.loopbackAddressesNew(),
  bgp: paths.bgp(),
  bgpConfigsNew: paths.bgpConfigsNew(),
  bgpConfig: paths.bgpConfig({ config: 'site' }),
  announceSets: paths.announceSets(),
  announceSetsNew: paths.announceSetsNew(),
  announceSet: paths.announceSet({ set: 'customers' }),
  announceSetEdit: paths.announceSetEdit({ set: 'customers' }),
  bfd: paths.bfd(),
  bfdNew: paths.bfdNew(),

  serviceIpPool: paths.serviceIpPool(),
  serviceIpPoolRangesAdd: paths.serviceIpPoolRangesAdd(),
  allowList: paths.allowList(),
  allowListEdit: paths.allowListEdit(),
  supportBundles: paths.supportBundles(),
  // bundles are found by id: support-bundle.e2e.ts creates one and opens it
  supportBundle: paths.supportBundles(),
  supportBundleFile: paths.supportBundles(),
  targetRelease: paths.targetRelease(),
  targetReleaseEdit: paths.targetReleaseEdit(),

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
  instanceActivity: paths.instanceActivity(web),
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
  projectActivity: paths.projectActivity({ project }),
  projectAccess: paths.projectAccess({ project }),
  affinity: paths.affinity({ project }),
  antiAffinityGroup: paths.antiAffinityGroup(apart),
  antiAffinityGroupsNew: paths.antiAffinityGroupsNew({ project }),
  antiAffinityGroupEdit: paths.antiAffinityGroupEdit(apart),
  affinityGroup: paths.affinityGroup(near),
  affinityGroupsNew: paths.affinityGroupsNew({ project }),
  affinityGroupEdit: paths.affinityGroupEdit(near),
  probes: paths.probes({ project }),
  probesNew: paths.probesNew({ project }),
  // the demo has no probe; probe.e2e.ts creates one
  probe: paths.probes({ project }),
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

/** One place per page: places found by id share an example. */
export const toured = [...new Map(built.map((place) => [examples[place], place])).values()]

/** In batches, because a test per place would spend its time opening browsers. */
export const batches: readonly (readonly Place[])[] = Array.from({ length: Math.ceil(toured.length / 6) }, (_, at) =>
  toured.slice(at * 6, at * 6 + 6),
)
