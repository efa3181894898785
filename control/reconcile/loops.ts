// Every reconcile loop. `notify` wakes live updates after a loop has appended an event.
import type { Host } from '../frame/context.ts'
import { consoleRunLoop } from './console-run.ts'
import { fabricLoop } from './fabric.ts'
import { hardwareLoop } from './hardware.ts'
import { instanceLoop } from './instance.ts'
import type { Loop } from './loop.ts'
import { metricsLoop } from './metrics.ts'
import { pruneLoop } from './prune.ts'
import { storageLoop } from './storage.ts'
import { supportBundleLoop } from './support-bundle.ts'
import { usageLoop } from './usage.ts'

export const loops = (host: Host, notify: () => void): Loop[] => [
  instanceLoop(host, notify),
  consoleRunLoop(host),
  usageLoop(host),
  metricsLoop(host),
  storageLoop(host, notify),
  hardwareLoop(host, notify),
  fabricLoop(host),
  supportBundleLoop(host, notify),
  pruneLoop(host),
]
