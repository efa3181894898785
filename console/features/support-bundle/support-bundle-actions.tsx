// What operators can do with support bundles.
import { whyNotSupportBundle } from '#contract/support-bundle-states.ts'
import { deleteAction, type Action } from '../../action/action.tsx'
import { send } from '../../api.ts'
import { paths } from '../../paths.ts'
import { watchTask } from '../../watch-task.ts'
import { supportBundleView } from './support-bundle-queries.ts'
import { toast } from '../../ui/overlay/toast.ts'
import type { Bundle } from './support-bundle-state.tsx'

/** A bundle has no name; the start of its ID identifies it. */
export const shortId = (id: string) => id.slice(0, 8)

const phases = { collecting: 'running', active: 'done', destroying: 'canceled', failed: 'failed' } as const

const taskState = ({ state, reasonForFailure }: Bundle) => ({
  phase: phases[state],
  ...(reasonForFailure && { problem: reasonForFailure }),
})

const createBundle = (onDone?: (id: string) => unknown): Promise<unknown> =>
  send('support_bundle_create', {}, ({ id }) => {
    toast('Collecting a support bundle')
    watchTask(supportBundleView(id), {
      title: `Collect support bundle ${shortId(id)}`,
      to: paths.supportBundle({ bundle: id }),
      stateOf: taskState,
      cancel: () => send('support_bundle_delete', { path: { supportBundle: id } }),
      retry: () => createBundle(),
    })
    return onDone?.(id)
  })

export const createBundleAction = (whyNot: string | undefined, onDone: (id: string) => unknown): Action => ({
  label: 'New support bundle',
  whyNot,
  call: { operation: 'support_bundle_create', params: {} },
  ask: {
    title: 'Create support bundle',
    content: 'Collect diagnostics into a zip file?',
    consequence:
      'Versions, configuration, logs, events and hardware are collected. Passwords, keys, tokens and names inside projects are left out.',
    actionLabel: 'Create support bundle',
    errorTitle: 'Could not create a support bundle',
  },
  run: () => createBundle(onDone),
})

export const deleteBundleAction = (bundle: Bundle, whyNot: string | undefined, onDone?: () => unknown): Action =>
  deleteAction({
    kind: 'support bundle',
    name: shortId(bundle.id),
    operation: 'support_bundle_delete',
    params: { path: { supportBundle: bundle.id } },
    whyNot: whyNot ?? whyNotSupportBundle('delete', bundle),
    consequence: 'The collected files are deleted. Downloaded copies are kept.',
    onDone,
  })
