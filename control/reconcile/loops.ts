// Every reconcile loop. `notify` wakes live updates after a loop has appended an event; `confirmed` ends the wait of responses.
// Each has a text in contract/loop-texts.ts, for the issue when it keeps failing.
import type { Host } from '../frame/context.ts'
import { addressConfirmationLoop } from './address-confirmation.ts'
import { alertConditionLoop } from './alert-condition.ts'
import { alertDeliveryLoop } from './alert-delivery.ts'
import { architectureLoop } from './architecture.ts'
import { auditForwardLoop } from './audit-forward.ts'
import { auditLoop } from './audit.ts'
import { backupLoop } from './backup.ts'
import { consoleRunLoop } from './console-run.ts'
import { drainLoop } from './drain.ts'
import { deletedLoop } from './deleted.ts'
import { devicesLoop } from './devices.ts'
import { failoverLoop } from './failover/failover.ts'
import { fabricLoop } from './fabric.ts'
import { hardwareLoop } from './hardware.ts'
import { hostLoop } from './host.ts'
import { imageUploadLoop } from './image-upload.ts'
import { installationBackupLoop } from './installation-backup.ts'
import { instanceCloneLoop } from './instance-clone.ts'
import { instanceRollbackLoop } from './instance-rollback.ts'
import { instanceLoop } from './instance.ts'
import type { Loop } from './loop.ts'
import { metricsLoop } from './metrics.ts'
import type { Confirmed } from './network-confirmation.ts'
import { networkLoop } from './network.ts'
import { protectionLoop } from './protection.ts'
import { pruneLoop } from './prune.ts'
import { secretsLoop } from './secrets.ts'
import { storageLoop } from './storage.ts'
import { supportBundleLoop } from './support-bundle.ts'
import { usageLoop } from './usage.ts'

export const loops = (host: Host, notify: () => void, confirmed: Confirmed): Loop[] => [
  instanceLoop(host, notify),
  ...(host.migrations ? [drainLoop(host, notify)] : []),
  consoleRunLoop(host),
  usageLoop(host),
  metricsLoop(host),
  storageLoop(host, notify),
  devicesLoop(host, notify),
  imageUploadLoop(host, notify),
  ...(host.hosts ? [hostLoop(host, host.hosts, notify)] : []),
  protectionLoop(host, notify),
  ...(host.backupEngine ? [backupLoop(host, notify)] : []),
  ...(host.installationBackups ? [installationBackupLoop(host, host.installationBackups, notify)] : []),
  instanceCloneLoop(host, notify),
  instanceRollbackLoop(host, notify),
  hardwareLoop(host, notify),
  failoverLoop(host, notify),
  fabricLoop(host),
  networkLoop(host, confirmed),
  supportBundleLoop(host, notify),
  alertConditionLoop(host),
  alertDeliveryLoop(host, notify),
  addressConfirmationLoop(host, notify),
  ...(host.sealsNoAuditLog ? [] : [auditLoop(host)]),
  ...(host.sendSyslog ? [auditForwardLoop(host)] : []),
  secretsLoop(host),
  deletedLoop(host, notify),
  architectureLoop(host),
  pruneLoop(host),
]
