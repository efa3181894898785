// How the authorization test (control/people/authz-table.spec.ts) calls each operation. A missing row fails that test. To add a
// noun: write authz/<noun>.ts, spread it below, run `UPDATE_AUTHZ=1 npx vitest run control/people/authz-table.spec.ts`, and review
// and commit the new lines of authz.table.txt.
//
// A row has: `rule`, who is allowed (authz-rules.ts: inProject('viewer') to read, inProject('collaborator') to write,
// fleetThing('admin'), …; `special` for a custom rule); `make`, which creates the target as w.owner (silo admin) or w.operator
// (fleet admin) and runs again after each allowed write; `call`, which returns path, query and body, and `hidden`, the resource
// that a 404 names: `project with name "web"` (the first hidden ancestor) or `disk with id "…"`.
// Allowed calls must succeed with the contract's status; refused ones must leave every row of every table unchanged.
import type { OperationId } from '#contract/operations.ts'
import type { Case } from './authz-row.ts'
import { activity } from './authz/activity.ts'
import { affinityGroup, antiAffinityGroup } from './authz/affinity-group.ts'
import { serverMetrics } from './authz/server-metrics.ts'
import { audit } from './authz/audit.ts'
import { certificate } from './authz/certificate.ts'
import { disk } from './authz/disk.ts'
import { externalIp } from './authz/external-ip.ts'
import { fabric } from './authz/fabric.ts'
import { floatingIp } from './authz/floating-ip.ts'
import { ipPool } from './authz/ip-pool.ts'
import { networkInterface } from './authz/network-interface.ts'
import { firstSteps } from './authz/first-steps.ts'
import { firewallRule } from './authz/firewall-rule.ts'
import { fleetAdditions } from './authz/fleet.ts'
import { group } from './authz/group.ts'
import { hardware } from './authz/hardware.ts'
import { instance } from './authz/instance.ts'
import { instanceSummary } from './authz/instance-summary.ts'
import { issue } from './authz/issue.ts'
import { image } from './authz/image.ts'
import { internetGateway } from './authz/internet-gateway.ts'
import { me } from './authz/me.ts'
import { metric } from './authz/metric.ts'
import { policy } from './authz/policy.ts'
import { project } from './authz/project.ts'
import { quota } from './authz/quota.ts'
import { networkMap } from './authz/network-map.ts'
import { overview } from './authz/overview.ts'
import { reachability } from './authz/reachability.ts'
import { role } from './authz/role.ts'
import { serialConsole } from './authz/serial-console.ts'
import { serialStream } from './authz/serial-stream.ts'
import { session } from './authz/session.ts'
import { silo } from './authz/silo.ts'
import { siloCertificate, siloGroup } from './authz/silo-parts.ts'
import { snapshot } from './authz/snapshot.ts'
import { deviceAuth } from './authz/device-auth.ts'
import { identityProvider } from './authz/identity-provider.ts'
import { sshKey } from './authz/ssh-key.ts'
import { supportBundle } from './authz/support-bundle.ts'
import { system } from './authz/system.ts'
import { timeseries, timeseriesSchema } from './authz/timeseries.ts'
import { user } from './authz/user.ts'
import { vpc } from './authz/vpc.ts'
import { vpcRouter } from './authz/vpc-router.ts'
import { vpcRouterRoute } from './authz/vpc-router-route.ts'
import { vpcSubnet } from './authz/vpc-subnet.ts'

export const cases: Partial<Record<OperationId, Case>> = {
  ...affinityGroup,
  ...antiAffinityGroup,
  ...serverMetrics,
  ...audit,
  ...certificate,
  ...disk,
  ...image,
  ...snapshot,
  ...externalIp,
  ...fabric,
  ...floatingIp,
  ...ipPool,
  ...networkInterface,
  ...firewallRule,
  ...firstSteps,
  ...fleetAdditions,
  ...group,
  ...hardware,
  ...instance,
  ...issue,
  ...activity,
  ...instanceSummary,
  ...overview,
  ...internetGateway,
  ...me,
  ...metric,
  ...policy,
  ...project,
  ...quota,
  ...networkMap,
  ...reachability,
  ...role,
  ...serialConsole,
  ...serialStream,
  ...session,
  ...silo,
  ...siloCertificate,
  ...siloGroup,
  ...deviceAuth,
  ...identityProvider,
  ...sshKey,
  ...supportBundle,
  ...system,
  ...timeseries,
  ...timeseriesSchema,
  ...user,
  ...vpc,
  ...vpcRouter,
  ...vpcRouterRoute,
  ...vpcSubnet,
}
