// Labels of resources. Hosts other than ours do not have them: then nothing about labels is shown.
import type { Model, Params } from '#contract/client.ts'
import { errorsAllowed, type Query } from './api.ts'
import { inProject, LARGE_PAGE } from './queries.ts'

export type LabelKind = Params<'label_view'>['path']['kind']
export type LabeledResource = Model<'LabeledResource'>

const kinds: readonly LabelKind[] = ['instance', 'disk', 'image', 'snapshot', 'project', 'floating_ip']

/** At most this many of each kind that have a label, in the whole silo. */
export const labeledWith = (label: string, limit: number) =>
  kinds.map((kind) => ({ kind, query: errorsAllowed('label_list', { path: { kind }, query: { label, limit } }) }))

/** Resources of a kind in a project, or in the silo. */
export interface LabelScope {
  kind: LabelKind
  project?: string | undefined
}

export interface LabelList {
  isOffered: boolean
  items: LabeledResource[]
}

/** As many as tables load rows. */
const MAX_LABELED = 5000

/** The labels of everything in this scope that has some. */
export const labelsIn = ({ kind, project }: LabelScope): Query<LabelList> => ({
  key: ['label_list', { every: { kind, project } }],
  async fetch(signal) {
    const items: LabeledResource[] = []
    let pageToken: string | undefined
    do {
      const page = { limit: LARGE_PAGE, ...(project && { project }), ...(pageToken && { pageToken }) }
      const answer = await errorsAllowed('label_list', { path: { kind }, query: page }).fetch(signal)
      if (answer.type !== 'success') return { isOffered: false, items: [] }
      items.push(...answer.data.items)
      pageToken = (answer.data.items.length >= LARGE_PAGE && answer.data.nextPage) || undefined
    } while (pageToken && items.length < MAX_LABELED)
    return { isOffered: true, items }
  },
  staleTime: 60_000,
})

/** Labels of one resource. */
export const labelsOf = ({ kind, project }: LabelScope, resource: string) =>
  errorsAllowed('label_view', { path: { kind, resource }, query: project ? inProject(project, resource) : {} })
