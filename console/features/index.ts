// Every feature of the console, one line each. Their order is the order of the sidebars, and an area's first entry is its home.
import type { Feature } from '../feature.ts'
import { guideFeature } from '../help/guide-feature.ts'
import { accessTokenFeature } from './access-token/access-token-feature.ts'
import { activityFeature } from './audit/activity-feature.ts'
import { affinityGroupFeature } from './affinity-group/affinity-group-feature.ts'
import { alertFeature } from './alert/alert-feature.ts'
import { allowListFeature } from './allow-list/allow-list-feature.ts'
import { auditFeature } from './audit/audit-feature.ts'
import { deviceAuthFeature } from './device-auth/device-auth-feature.ts'
import { deletedFeature } from './deleted/deleted-feature.ts'
import { diskFeature } from './disk/disk-feature.ts'
import { installationBackupFeature } from './installation-backup/installation-backup-feature.ts'
import { backupTargetFeature } from './backup-target/backup-target-feature.ts'
import { externalNetworkFeature } from './external-network/external-network-feature.ts'
import { fabricFeature } from './fabric/fabric-feature.ts'
import { floatingIpFeature } from './floating-ip/floating-ip-feature.ts'
import { imageFeature } from './image/image-feature.ts'
import { instanceFeature } from './instance/instance-feature.ts'
import { inventoryFeature } from './inventory/inventory-feature.ts'
import { ipPoolFeature } from './ip-pool/ip-pool-feature.ts'
import { invitationFeature } from './invitation/invitation-feature.ts'
import { issueFeature } from './issue/issue-feature.ts'
import { loginFeature } from './login/login-feature.ts'
import { networkMapFeature } from './network-map/network-map-feature.ts'
import { ownPasswordFeature } from './own-password/own-password-feature.ts'
import { ownSessionFeature } from './own-session/own-session-feature.ts'
import { policyFeature } from './policy/policy-feature.ts'
import { probeFeature } from './probe/probe-feature.ts'
import { projectFeature } from './project/project-feature.ts'
import { screenFeature } from './screen/screen-feature.ts'
import { protectionPolicyFeature } from './protection-policy/protection-policy-feature.ts'
import { secondFactorFeature } from './second-factor/second-factor-feature.ts'
import { serialConsoleFeature } from './serial-console/serial-console-feature.ts'
import { serviceAccountFeature } from './service-account/service-account-feature.ts'
import { siloInstanceFeature } from './silo-instance/silo-instance-feature.ts'
import { siloFeature } from './silo/silo-feature.ts'
import { settingsFeature } from './settings/settings-feature.ts'
import { snapshotFeature } from './snapshot/snapshot-feature.ts'
import { sshKeyFeature } from './ssh-key/ssh-key-feature.ts'
import { supportBundleFeature } from './support-bundle/support-bundle-feature.ts'
import { targetReleaseFeature } from './target-release/target-release-feature.ts'
import { timeseriesFeature } from './timeseries/timeseries-feature.ts'
import { userFeature } from './user/user-feature.ts'
import { utilizationFeature } from './utilization/utilization-feature.ts'
import { vpcFeature } from './vpc/vpc-feature.ts'

export const features: readonly Feature[] = [
  siloFeature,
  issueFeature,
  projectFeature,
  instanceFeature,
  serialConsoleFeature,
  screenFeature,
  diskFeature,
  snapshotFeature,
  siloInstanceFeature,
  imageFeature,
  vpcFeature,
  floatingIpFeature,
  networkMapFeature,
  affinityGroupFeature,
  protectionPolicyFeature,
  utilizationFeature,
  timeseriesFeature,
  inventoryFeature,
  ipPoolFeature,
  externalNetworkFeature,
  backupTargetFeature,
  installationBackupFeature,
  fabricFeature,
  allowListFeature,
  probeFeature,
  policyFeature,
  userFeature,
  serviceAccountFeature,
  activityFeature,
  deletedFeature,
  alertFeature,
  auditFeature,
  supportBundleFeature,
  targetReleaseFeature,
  settingsFeature,
  sshKeyFeature,
  accessTokenFeature,
  ownSessionFeature,
  secondFactorFeature,
  ownPasswordFeature,
  invitationFeature,
  loginFeature,
  deviceAuthFeature,
  guideFeature,
]
