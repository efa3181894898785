// What is sampled: every timeseries, by what it measures. Selecting one runs a query for it.
import { useState } from 'react'
import { TextInput } from '../../ui/input/text-input.tsx'
import type { Schema } from './completion.ts'

interface CatalogueProps {
  schemas: readonly Schema[]
  onSelect: (schema: Schema) => void
}

const targetOf = ({ timeseriesName }: Schema) => timeseriesName.split(':')[0] ?? ''

export function Catalogue({ schemas, onSelect }: CatalogueProps) {
  const [filter, setFilter] = useState('')
  const wanted = filter.trim().toLowerCase()
  const found = schemas.filter(({ timeseriesName, description }) =>
    `${timeseriesName} ${description.metric} ${description.target}`.toLowerCase().includes(wanted),
  )
  const targets = [...new Set(found.map(targetOf))]
  return (
    <section aria-label="Timeseries" className="min-w-0 space-y-3">
      <TextInput
        type="search"
        aria-label="Filter timeseries"
        placeholder="Filter timeseries"
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
      />
      {schemas.length === 0 ? (
        <p className="text-sm text-muted">This host does not list its timeseries. You can still enter a query.</p>
      ) : (
        found.length === 0 && <p className="text-sm text-muted">No results for ‘{filter}’</p>
      )}
      <div className="max-h-64 space-y-3 overflow-y-auto lg:max-h-[70vh]">
        {targets.map((target) => (
          <div key={target}>
            <h2 className="mb-1 px-2 text-xs font-medium text-muted">
              {found.find((schema) => targetOf(schema) === target)?.description.target}
            </h2>
            <ul>
              {found
                .filter((schema) => targetOf(schema) === target)
                .map((schema) => (
                  <li key={schema.timeseriesName}>
                    <button
                      type="button"
                      className="block w-full rounded-sm px-2 py-1 text-left hover:bg-hover focus-visible:-outline-offset-2"
                      onClick={() => onSelect(schema)}
                    >
                      <span className="block font-mono text-xs wrap-anywhere">
                        {/* breaks between words rather than inside them */}
                        {schema.timeseriesName.split(/(?<=[:_])/).flatMap((word, at) => [<wbr key={at} />, word])}
                      </span>{' '}
                      <span className="block truncate text-xs text-muted">{schema.description.metric}</span>
                    </button>
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}
