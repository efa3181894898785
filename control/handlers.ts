// Every operation that is answered. What the contract has and this has not stands in pending.txt and answers 404.
import type { OperationId } from '#contract/operations.ts'
import type { Handlers } from './context.ts'
import { affinityGroup } from './affinity-group.ts'
import { antiAffinityGroup } from './anti-affinity-group.ts'
import { diskAttachment } from './disk-attachment.ts'
import { diskCreate } from './disk-create.ts'
import { diskImport } from './disk-import.ts'
import { disk } from './disk.ts'
import { image } from './image.ts'
import { snapshot } from './snapshot.ts'
import { instanceActions } from './instance-actions.ts'
import { instanceCreate } from './instance-create.ts'
import { instanceDelete } from './instance-delete.ts'
import { instanceFailure } from './instance-failure.ts'
import { instanceSshKey } from './instance-ssh-key.ts'
import { instanceUpdate } from './instance-update.ts'
import { instance } from './instance.ts'
import { me } from './me.ts'
import { metric } from './metric.ts'
import { ping } from './ping.ts'
import { project } from './project.ts'
import { serialConsole } from './serial-console.ts'
import { serialStream } from './serial-stream.ts'
import { session } from './session.ts'
import { certificate } from './certificate.ts'
import { group } from './group.ts'
import { policy } from './policy.ts'
import { quota } from './quota.ts'
import { role } from './role.ts'
import { silo } from './silo.ts'
import { sshKey } from './ssh-key.ts'
import { deviceAuth } from './device-auth.ts'
import { loginOptions } from './login-options.ts'
import { identityProvider } from './identity-provider.ts'
import { saml } from './saml.ts'
import { user } from './user.ts'
import { userBuiltin } from './user-builtin.ts'
import { utilization } from './utilization.ts'
import { externalIp } from './external-ip.ts'
import { floatingIp } from './floating-ip.ts'
import { ipPoolRange } from './ip-pool-range.ts'
import { ipPoolSilo } from './ip-pool-silo.ts'
import { ipPool } from './ip-pool.ts'
import { networkInterface } from './network-interface.ts'
import { firewallRule } from './firewall-rule.ts'
import { internetGatewayLinks } from './internet-gateway-links.ts'
import { internetGateway } from './internet-gateway.ts'
import { vpcRouterRoute } from './vpc-router-route.ts'
import { vpcRouter } from './vpc-router.ts'
import { vpcSubnet } from './vpc-subnet.ts'
import { vpc } from './vpc.ts'
import { audit } from './audit.ts'

export const handlers = {
  ...audit,
  ...affinityGroup,
  ...antiAffinityGroup,
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
  ...instanceSshKey,
  ...instanceUpdate,
  ...me,
  ...metric,
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
} satisfies Partial<Handlers<OperationId>>
