// What operators can do with a probe.
import type { Model } from '#contract/client.ts'
import { deleteAction, type Action } from '../../action/action.tsx'

export type Probe = Model<'ProbeInfo'>

export const deleteProbeAction = (project: string, { name }: Probe, whyNot: string | undefined): Action =>
  deleteAction({
    kind: 'probe',
    name,
    operation: 'probe_delete',
    params: { path: { probe: name }, query: { project } },
    whyNot,
    consequence: 'Its addresses are released. Nothing else in the project changes.',
  })
