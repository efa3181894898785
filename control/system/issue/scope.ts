// Who sees what: only readers of a project see its name and its resources' names. Operators see counts per silo.
import type { Issue } from '#contract/issue.ts'
import type { z } from 'zod'
import { atLeast, projectRole, type Actor } from '../../frame/authz.ts'
import type { Ctx } from '../../frame/context.ts'

/** `example` names one of several, for alerts. Operators do not see it in issues: the answer has no such field. */
export type Found = z.output<typeof Issue> & { example?: string }

/** What the sources of issues need of a request. A reconcile loop reads them too. */
export type Reader = Pick<Ctx, 'host' | 'db' | 'actor'>

const blank = {
  since: null,
  count: 1,
  resource: null,
  percent: null,
  time_expires: null,
  silo_name: null,
  project_name: null,
  target_id: null,
  target_name: null,
  reason: null,
  alert_id: null,
}

export const found = (facts: Pick<Found, 'kind' | 'severity'> & Partial<Found>): Found => ({ ...blank, ...facts })

/** Resources of one project with the same issue. */
export interface Tally {
  project_id: string
  project_name: string
  silo_id: string
  silo_name: string
  count: number
  since: string
  /** The id of one of them. */
  target_id: string
  target_name: string
}

const earlier = (one: string | null, other: string) => (one !== null && one < other ? one : other)

/** One entry per project the reader can see, plus, for operators, one per silo with others. */
export function perProject(
  reader: Actor,
  facts: Pick<Found, 'kind' | 'severity'> & Partial<Found>,
  tallies: readonly Tally[],
): Found[] {
  const named: Found[] = []
  const silos = new Map<string, Found>()
  for (const { project_id, project_name, silo_id, silo_name, count, since, target_id, target_name } of tallies) {
    if (projectRole(reader, { id: project_id, silo_id })) {
      const target = count === 1 ? { target_id, target_name } : {}
      named.push(found({ ...facts, since, count, silo_name, project_name, ...target }))
    } else if (atLeast(reader.fleet, 'viewer')) {
      const known = silos.get(silo_id) ?? { ...found({ ...facts, count: 0, silo_name }), example: target_name }
      silos.set(silo_id, { ...known, count: known.count + count, since: earlier(known.since, since) })
    }
  }
  return [...named, ...silos.values()]
}

export const isOperator = (reader: Actor) => atLeast(reader.fleet, 'viewer')
