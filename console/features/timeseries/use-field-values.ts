// Recent values of a timeseries' fields, for the editor's suggestions.
import { useState } from 'react'
import { prefetch } from '../../api.ts'
import { fieldsOf } from './result-data.ts'
import { explorerQuery } from './timeseries-queries.ts'

type Seen = Readonly<Record<string, readonly string[]>>

export interface FieldValues {
  /** what is known so far */
  of: (timeseries: string, field: string) => readonly string[]
  /** requests a timeseries, once */
  load: (timeseries: string) => void
}

export function useFieldValues(project: string | undefined): FieldValues {
  const [seen, setSeen] = useState<Readonly<Record<string, Seen>>>({})
  const load = async (timeseries: string) => {
    setSeen((before) => ({ [timeseries]: {}, ...before }))
    const text = `get ${timeseries} | filter timestamp > @now() - 15m | last 1`
    // without suggestions the editor still works
    const result = await prefetch(explorerQuery(project, text)).catch(() => undefined)
    const all = Object.values(result?.tables[0]?.timeseries ?? {}).map(fieldsOf)
    const names = [...new Set(all.flatMap((fields) => Object.keys(fields)))]
    const values = names.map((name) => [name, [...new Set(all.map((fields) => fields[name] ?? ''))].sort()])
    setSeen((before) => ({ ...before, [timeseries]: Object.fromEntries(values) as Seen }))
  }
  return {
    of: (timeseries, field) => seen[timeseries]?.[field] ?? [],
    load: (timeseries) => {
      if (!seen[timeseries]) void load(timeseries)
    },
  }
}
