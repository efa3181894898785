// Support bundles. Their files are in the host's bundle store, under the same id.
import type { SupportBundleState } from '#contract/support-bundle-states.ts'
import { integer, table, text, time, uuid } from '../define.ts'

export const support_bundle = table(
  'support_bundle',
  {
    id: uuid(),
    state: text<SupportBundleState>(),
    reason_for_creation: text(),
    reason_for_failure: text().nullable(),
    /** Bytes of the finished zip. */
    size: integer().nullable(),
    /** Collection attempts, counted so that a collection that crashes the server is not repeated forever. */
    attempts: integer(),
    time_created: time(),
  },
  { primary: ['id'], index: [['state', 'id']] },
)
