// What can be done with a support bundle in which state; see states.ts.
import { stateTable, type StateRule } from './states.ts'

export const supportBundleStates = ['collecting', 'destroying', 'failed', 'active'] as const
export type SupportBundleState = (typeof supportBundleStates)[number]

/** States that end without user action. */
export const supportBundleTransitional: readonly SupportBundleState[] = ['collecting', 'destroying']

const rules = {
  delete: {
    in: ['collecting', 'active'],
    verb: 'be deleted',
    reasons: {
      destroying: 'The bundle is already being deleted',
      failed: 'Failed bundles are deleted automatically after seven days',
    },
  },
  download: { in: ['active'], verb: 'be downloaded' },
} satisfies Record<string, StateRule<SupportBundleState>>
export type SupportBundleAction = keyof typeof rules

const table = stateTable<SupportBundleState, SupportBundleAction>('bundles', rules)

export const canSupportBundle = table.can

export const whyNotSupportBundle = (
  action: SupportBundleAction,
  { state }: { state: SupportBundleState },
): string | undefined => table.whyNot(action, state)
