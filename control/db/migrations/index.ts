// All migrations, oldest first. Never change a released migration; add another one.
import type { Migration } from '../migrate.ts'
import { migration as initial } from './0001-initial.ts'
import { migration as metrics } from './0002-metrics.ts'
import { migration as system } from './0003-system.ts'
import { migration as dataDirectory } from './0004-data-directory.ts'
import { migration as fabric } from './0005-fabric.ts'
import { migration as faultedDisks } from './0006-faulted-disks.ts'
import { migration as eventRepeats } from './0007-event-repeats.ts'
import { migration as overview } from './0008-overview.ts'
import { migration as firstSteps } from './0009-first-steps.ts'
import { migration as replicas } from './0010-replicas.ts'

export const migrations: readonly Migration[] = [
  initial,
  metrics,
  system,
  dataDirectory,
  fabric,
  faultedDisks,
  eventRepeats,
  overview,
  firstSteps,
  replicas,
]
