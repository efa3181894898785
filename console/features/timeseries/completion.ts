// What the OxQL editor suggests at the caret: timeseries, steps, fields and their values. Pure.
import type { Model } from '#contract/client.ts'

export type Schema = Pick<
  Model<'TimeseriesSchema'>,
  'timeseriesName' | 'description' | 'fieldSchema' | 'datumType' | 'units'
>

export interface Suggestion {
  text: string
  detail?: string | undefined
}

export interface Completion {
  /** the part of the text that a suggestion replaces */
  from: number
  to: number
  suggestions: Suggestion[]
}

export interface Known {
  schemas: readonly Schema[]
  /** values seen in a field of a timeseries */
  values: (timeseries: string, field: string) => readonly string[]
}

const MAX_SUGGESTIONS = 50

const steps: readonly Suggestion[] = [
  { text: 'filter ', detail: 'Filter points by time, value or field' },
  { text: 'align mean_within(1m)', detail: 'Align points to even intervals' },
  { text: 'group_by [', detail: 'Combine series' },
  { text: 'first ', detail: 'Keep the first points of each series' },
  { text: 'last ', detail: 'Keep the last points of each series' },
  { text: 'join', detail: 'Join tables' },
]
const points: readonly Suggestion[] = [
  { text: 'timestamp', detail: 'When it was measured' },
  { text: 'datum', detail: 'The value' },
]
const times: readonly Suggestion[] = ['5m', '1h', '1d'].map((ago) => ({ text: `@now() - ${ago}` }))

/** The timeseries that the stages before the caret read. */
export const timeseriesIn = (before: string): string[] =>
  [...before.matchAll(/\bget\s+([a-z][a-z0-9_]*:[a-z][a-z0-9_]*)/g)].map(([, name = '']) => name)

/** The timeseries and field whose value is being written at the caret. */
export function valueAt(before: string): { timeseries: string; field: string } | undefined {
  const [, field] = /([a-z][a-z0-9_]*)\s*(?:==|!=|~=)\s*"?[^"\s|&]*$/.exec(stageOf(before)) ?? []
  const timeseries = timeseriesIn(before).at(-1)
  return field && timeseries ? { timeseries, field } : undefined
}

const stageOf = (before: string) => before.slice(before.lastIndexOf('|', before.endsWith('||') ? -1 : undefined) + 1)

export function completionAt(text: string, caret: number, known: Known): Completion {
  const before = text.slice(0, caret)
  const offer = (typed: string, all: readonly Suggestion[]): Completion => {
    const wanted = typed.toLowerCase()
    const matches = all.filter((one) => one.text.toLowerCase().includes(wanted) && one.text !== typed)
    const begins = (one: Suggestion) => one.text.toLowerCase().startsWith(wanted)
    const suggestions = [...matches.filter(begins), ...matches.filter((one) => !begins(one))]
    return { from: caret - typed.length, to: caret, suggestions: suggestions.slice(0, MAX_SUGGESTIONS) }
  }
  const stage = /(?:^|[|{};])(?!\|)([^|{};]|\|\|)*$/.exec(before)?.[0].replace(/^[|{};]/, '') ?? ''
  const fields = fieldsOf(timeseriesIn(before), known.schemas)

  const [, name] = /^\s*get\s+([a-z0-9_:]*)$/.exec(stage) ?? []
  if (name !== undefined)
    return offer(
      name,
      known.schemas.map(({ timeseriesName, description }) => ({ text: timeseriesName, detail: description.metric })),
    )
  const value = valueAt(before)
  if (value && /^\s*filter\b/.test(stage)) {
    const typed = /"?[^"\s|&]*$/.exec(before)?.[0] ?? ''
    return offer(
      typed,
      known.values(value.timeseries, value.field).map((seen) => ({ text: JSON.stringify(seen) })),
    )
  }
  const [, moment] = /^\s*filter\b.*\btimestamp\s*[<>]=?\s*(@?\S*)$/s.exec(stage) ?? []
  if (moment !== undefined) return offer(moment, times)
  const [, identifier] = /^\s*filter(?:\s.*(?:&&|\|\||[\^!(]))?\s+!?\(?\s*([a-z0-9_]*)$/s.exec(stage) ?? []
  if (identifier !== undefined) return offer(identifier, [...fields, ...points])
  const [, grouped] = /^\s*group_by\s*\[(?:[^\]]*,)?\s*([a-z0-9_]*)$/.exec(stage) ?? []
  if (grouped !== undefined) return offer(grouped, fields)
  const [, reducer] = /^\s*group_by\s*\[[^\]]*\],\s*([a-z]*)$/.exec(stage) ?? []
  if (reducer !== undefined) return offer(reducer, [{ text: 'sum' }, { text: 'mean' }])
  const [, step] = /^\s*([a-z_]*)$/.exec(stage) ?? []
  if (step !== undefined && timeseriesIn(before).length > 0) return offer(step, steps)
  if (step !== undefined) return offer(step, [{ text: 'get ', detail: 'Read a timeseries' }])
  return { from: caret, to: caret, suggestions: [] }
}

function fieldsOf(names: readonly string[], schemas: readonly Schema[]): Suggestion[] {
  const fields = schemas
    .filter(({ timeseriesName }) => names.includes(timeseriesName))
    .flatMap((each) => each.fieldSchema)
  return [...new Map(fields.map(({ name, description }) => [name, { text: name, detail: description }])).values()]
}

/** The text with a suggestion in place, and where the caret goes. */
export const applySuggestion = (text: string, { from, to }: Completion, chosen: string) => ({
  text: text.slice(0, from) + chosen + text.slice(to),
  caret: from + chosen.length,
})
