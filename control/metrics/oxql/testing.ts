// Fake samples for tests, in place of a database.
import type { Schema } from '../catalogue.ts'
import { Budget, type BudgetOptions } from './budget.ts'
import { typeOf } from './check.ts'
import type { SampleSource } from './evaluate.ts'
import type { ReadPlan } from './plan.ts'
import { runQuery } from './query.ts'
import type { FieldValue, Series } from './table.ts'

/** 2025-03-03T09:00:00Z */
export const NOW = Date.UTC(2025, 2, 3, 9)
export const PROJECTS = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const
export const INSTANCES = ['aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa', 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb'] as const
const SILO = '33333333-3333-4333-8333-333333333333'
const OTHER = '44444444-4444-4444-8444-444444444444'

/** A point every five seconds, the last at NOW. Values count up from 1. */
const POINTS = 4
const STEP = 5000

function fieldsOf(schema: Schema, project: string, instance: string, extra: Record<string, unknown>) {
  const values: Record<string, unknown> = {
    project_id: project,
    silo_id: SILO,
    instance_id: instance,
    attached_instance_id: instance,
    sled_model: 'gimlet',
    sled_serial: 'BRM42',
    sled_revision: 6,
    block_size: 512,
    slot: 14,
    chassis_revision: 1,
    ...extra,
  }
  return Object.fromEntries(
    schema.fields.map(({ name, type }) => [
      name,
      { type, value: values[name] ?? (type === 'string' ? `some ${name}` : OTHER) } as FieldValue,
    ]),
  )
}

function seriesOf(schema: Schema, fields: Record<string, FieldValue>, factor: number): Series {
  const { metric_type, type } = typeOf(schema).dimensions[0]!
  const times = Array.from({ length: POINTS }, (_, index) => NOW - (POINTS - 1 - index) * STEP)
  const value = (index: number) => {
    const number = (index + 1) * factor
    if (type !== 'integer_distribution') return number
    const nothing = { min: null, max: null, p50: null, p90: null, p99: null }
    return { bins: [0, 10], counts: [number, 0], sum_of_samples: number, squared_mean: 0, ...nothing }
  }
  return {
    fields,
    starts: metric_type === 'delta' ? times.map((time) => time - STEP) : undefined,
    times,
    weights: undefined,
    values: [times.map((_, index) => value(index))],
  }
}

/** Two projects with an instance each; a virtual machine has two vCPUs and two states. */
function allSeries(schema: Schema): Series[] {
  const series: Series[] = []
  for (const [index, project] of PROJECTS.entries()) {
    const extras: Record<string, unknown>[] =
      schema.metric === 'vcpu_usage'
        ? ['run', 'idle'].flatMap((state) => [0, 1].map((vcpu_id) => ({ state, vcpu_id })))
        : [{ id: project, sensor: 'Fan 0', io_kind: 'read' }]
    for (const [at, extra] of extras.entries())
      series.push(seriesOf(schema, fieldsOf(schema, project, INSTANCES[index]!, extra), 10 ** (index * 2) * (at + 1)))
  }
  return series
}

/** Returns everything in the bounds, like a database. With `project`, only that project's series. */
export const fakeSamples = (project?: string, seen: ReadPlan[] = []): SampleSource => ({
  async read(schema, plan, budget) {
    seen.push(plan)
    const series = allSeries(schema).filter(
      ({ fields }) =>
        (project === undefined || fields.project_id?.value === project) &&
        Object.entries(fields).every(([name, { value }]) => plan.fields.get(name)?.has(value) ?? true),
    )
    budget.spendPoints(series.length * POINTS)
    return series
  },
})

export interface AskOptions extends Partial<BudgetOptions> {
  project?: string
  seen?: ReadPlan[]
}

export function ask(text: string, { project, seen, ...limits }: AskOptions = {}) {
  const budget = new Budget({ clock: {}, ...limits })
  const source = fakeSamples(project, seen)
  return runQuery(text, { source, budget, now: NOW, projectOnly: project !== undefined })
}
