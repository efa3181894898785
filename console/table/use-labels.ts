// The labels of the rows of a table, which come from a request of their own, beside the rows.
import { useMemo } from 'react'
import { labelsIn, type LabelScope } from '../label-queries.ts'
import { useLoad } from '../use-api.ts'
import { whyNotCall } from '../why-not.ts'

const NONE: readonly string[] = []

/** Without a scope, and on hosts that have no labels, there are none. */
export function useLabels(scope: LabelScope | undefined) {
  const { data } = useLoad(labelsIn(scope ?? { kind: 'project' }), { enabled: scope !== undefined })
  const known = useMemo(() => new Map((data?.items ?? []).map(({ id, labels }) => [id, labels])), [data])
  return {
    isOffered: data?.isOffered ?? false,
    /** some row has a label */
    isUsed: known.size > 0,
    of: ({ id }: { id: string }): readonly string[] => known.get(id) ?? NONE,
  }
}

/** Whoever can change a resource can change its labels. */
export function whyNotLabel({ kind, project }: LabelScope, name: string): string | undefined {
  if (kind === 'project') return whyNotCall('project_update', { project: name })
  // images of the silo; changing them needs the same role as giving them back to a project
  if (kind === 'image' && project === undefined) return whyNotCall('image_demote')
  return whyNotCall('label_update', { project })
}
