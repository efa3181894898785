// The handler of every operation in the contract. A missing handler does not compile.
import type { OperationId } from '#contract/operations.ts'
import type { Handlers } from './context.ts'
import { affinityGroup } from '../compute/affinity-group.ts'
import { antiAffinityGroup } from '../compute/anti-affinity-group.ts'
import { consoleRun } from '../compute/console-run.ts'
import { diskAttachment } from '../storage/disk-attachment.ts'
import { diskCreate } from '../storage/disk-create.ts'
import { diskImport } from '../storage/disk-import.ts'
import { disk } from '../storage/disk.ts'
import { image } from '../storage/image.ts'
import { snapshot } from '../storage/snapshot.ts'
import { instanceActions } from '../compute/instance-actions.ts'
import { instanceCreate } from '../compute/instance-create.ts'
import { instanceDelete } from '../compute/instance-delete.ts'
import { instanceFailure } from '../compute/instance-failure.ts'
import { networkMap } from '../network/network-map/network-map.ts'
import { reachability } from '../network/reachability/reachability.ts'
import { instanceSshKey } from '../compute/instance-ssh-key.ts'
import { instanceSummary } from '../compute/instance-summary.ts'
import { overview } from '../silo/overview.ts'
import { activity } from '../system/activity.ts'
import { instanceUpdate } from '../compute/instance-update.ts'
import { instance } from '../compute/instance.ts'
import { me } from '../people/me.ts'
import { metric } from '../metrics/metric.ts'
import { timeseries, timeseriesSchema } from '../metrics/timeseries.ts'
import { ping } from './ping.ts'
import { firstSteps } from '../silo/first-steps.ts'
import { project } from '../silo/project.ts'
import { serialConsole } from '../compute/serial-console.ts'
import { serialStream } from '../compute/serial-stream.ts'
import { session } from '../people/session.ts'
import { certificate } from '../silo/certificate.ts'
import { group } from '../people/group.ts'
import { siloGroup } from '../people/silo-group.ts'
import { policy } from '../people/policy.ts'
import { quota } from '../silo/quota.ts'
import { role } from '../people/role.ts'
import { silo } from '../silo/silo.ts'
import { siloCertificate } from '../silo/silo-certificate.ts'
import { sshKey } from '../people/ssh-key.ts'
import { deviceAuth } from '../people/device-auth.ts'
import { loginOptions } from '../people/login-options.ts'
import { identityProvider } from '../people/identity-provider.ts'
import { saml } from '../people/saml.ts'
import { user } from '../people/user.ts'
import { userBuiltin } from '../people/user-builtin.ts'
import { utilization } from '../silo/utilization.ts'
import { externalIp } from '../network/external-ip.ts'
import { floatingIp } from '../network/floating-ip.ts'
import { ipPoolAddress } from '../network/ip-pool-address-list.ts'
import { ipPoolRange } from '../network/ip-pool-range.ts'
import { ipPoolSilo } from '../network/ip-pool-silo.ts'
import { ipPool } from '../network/ip-pool.ts'
import { networkInterface } from '../network/network-interface.ts'
import { firewallRule } from '../network/firewall-rule.ts'
import { internetGatewayLinks } from '../network/internet-gateway-links.ts'
import { internetGateway } from '../network/internet-gateway.ts'
import { vpcRouterRoute } from '../network/vpc-router-route.ts'
import { vpcRouter } from '../network/vpc-router.ts'
import { vpcSubnet } from '../network/vpc-subnet.ts'
import { vpc } from '../network/vpc.ts'
import { audit } from '../system/audit.ts'
import { issue } from '../system/issue/issue.ts'
import { allowList } from '../system/allow-list.ts'
import { callerAddress } from '../system/caller-address.ts'
import { fleetRole } from '../system/fleet-role.ts'
import { samlMetadata } from '../people/saml-metadata.ts'
import { physicalDisk } from '../system/physical-disk.ts'
import { probe } from '../system/probe.ts'
import { rack } from '../system/rack.ts'
import { sled } from '../system/sled.ts'
import { serverMetrics } from '../system/server-metrics.ts'
import { supportBundle } from '../system/support-bundle.ts'
import { sledLoad } from '../system/sled-load.ts'
import { switches } from '../system/switch.ts'
import { addressLot } from '../system/fabric/address-lot.ts'
import { bfd } from '../system/fabric/bfd.ts'
import { bgpAnnounceSet } from '../system/fabric/bgp-announce-set.ts'
import { bgpStatus } from '../system/fabric/bgp-status.ts'
import { bgp } from '../system/fabric/bgp.ts'
import { loopbackAddress } from '../system/fabric/loopback-address.ts'
import { switchPortLldp } from '../system/fabric/switch-port-lldp.ts'
import { switchPortSettings } from '../system/fabric/switch-port-settings.ts'
import { switchPort } from '../system/fabric/switch-port.ts'
import { targetRelease } from '../system/target-release.ts'

export const handlers = {
  ...audit,
  ...issue,
  ...siloCertificate,
  ...siloGroup,
  ...affinityGroup,
  ...antiAffinityGroup,
  ...consoleRun,
  ...disk,
  ...diskAttachment,
  ...diskCreate,
  ...diskImport,
  ...image,
  ...snapshot,
  ...instance,
  ...instanceActions,
  ...instanceCreate,
  ...instanceDelete,
  ...instanceFailure,
  ...networkMap,
  ...reachability,
  ...timeseriesSchema,
  ...instanceSshKey,
  ...instanceSummary,
  ...overview,
  ...activity,
  ...instanceUpdate,
  ...me,
  ...metric,
  ...timeseries,
  ...ping,
  ...project,
  ...serialConsole,
  ...serialStream,
  ...session,
  ...certificate,
  ...group,
  ...policy,
  ...quota,
  ...role,
  ...silo,
  ...sshKey,
  ...deviceAuth,
  ...identityProvider,
  ...loginOptions,
  ...saml,
  ...user,
  ...userBuiltin,
  ...utilization,
  ...externalIp,
  ...floatingIp,
  ...ipPool,
  ...ipPoolAddress,
  ...ipPoolRange,
  ...ipPoolSilo,
  ...networkInterface,
  ...firewallRule,
  ...internetGateway,
  ...internetGatewayLinks,
  ...vpc,
  ...vpcRouter,
  ...vpcRouterRoute,
  ...vpcSubnet,
  ...allowList,
  ...callerAddress,
  ...firstSteps,
  ...fleetRole,
  ...samlMetadata,
  ...physicalDisk,
  ...probe,
  ...rack,
  ...sled,
  ...serverMetrics,
  ...supportBundle,
  ...sledLoad,
  ...switches,
  ...targetRelease,
  ...addressLot,
  ...bfd,
  ...bgp,
  ...bgpAnnounceSet,
  ...bgpStatus,
  ...loopbackAddress,
  ...switchPort,
  ...switchPortLldp,
  ...switchPortSettings,
} satisfies Handlers<OperationId>
