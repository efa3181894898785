// Every rack from the front, with details of the hovered part. `?highlight=silo` or `silo/project` marks the resources of either.
import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Card } from '../../ui/display/card.tsx'
import { NativeSelect } from '../../ui/input/native-select.tsx'
import { truncate } from '../../util/text.ts'
import { RackDetails } from './rack-details.tsx'
import { RackDrawing } from './rack-drawing.tsx'
import { highlightsOf, layoutOf, type Hardware, type Highlight, type Slot } from './rack-layout.ts'
import { useRacks } from './use-hardware.ts'

const NOTHING = ''

export function RackElevations() {
  const racks = useRacks()
  const [search, setSearch] = useSearchParams()
  const highlight = search.get('highlight') ?? NOTHING
  const choices = highlightsOf(racks[0]?.hardware.loads ?? [])
  const choose = (next: Highlight) =>
    setSearch(
      (was) => {
        if (next) was.set('highlight', next)
        else was.delete('highlight')
        return was
      },
      { replace: true, preventScrollReset: true },
    )
  const picker = (
    <div className="w-56 max-w-full">
      <NativeSelect
        aria-label="Highlight"
        items={[
          { value: NOTHING, label: 'Highlight nothing' },
          ...(choices.includes(highlight) || !highlight ? choices : [highlight, ...choices]).map((value) => ({
            value,
            label: value.includes('/') ? `${value.replace('/', ' / ')}` : value,
          })),
        ]}
        value={highlight}
        onChange={choose}
      />
    </div>
  )
  return racks.map(({ id, hardware }, index) => (
    <RackElevation
      key={id}
      id={id}
      hardware={hardware}
      highlight={highlight || undefined}
      tools={index === 0 && picker}
    />
  ))
}

interface RackElevationProps {
  id: string
  hardware: Hardware
  highlight: Highlight | undefined
  tools: ReactNode
}

function RackElevation({ id, hardware, highlight, tools }: RackElevationProps) {
  const [near, setNear] = useState<Slot>()
  const name = `Rack ${truncate(id, 12, 'middle')}`
  return (
    <Card title={name} actions={tools}>
      <div className="flex flex-col gap-6 md:flex-row">
        <div className="min-w-0 md:w-[22.5rem] md:shrink-0">
          <RackDrawing
            label={`${name}, elevation`}
            rows={layoutOf(hardware)}
            variant="elevation"
            highlight={highlight}
            onNear={setNear}
          />
          <Legend />
        </div>
        {/* as tall as its longest content, so that hovering causes no layout shift below */}
        <div className="min-h-80 min-w-0 grow md:max-w-72 xl:max-w-96">
          <RackDetails slot={near} hardware={hardware} />
        </div>
      </div>
    </Card>
  )
}

const legend = [
  ['bg-success-fill', 'provisionable'],
  ['bg-notice-fill', 'not provisionable'],
  ['border border-dashed border-line-strong', 'waiting'],
] as const

function Legend() {
  return (
    <div className="mt-2 text-xs text-muted">
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {legend.map(([look, text]) => (
          <li key={text} className="flex items-center gap-1.5">
            <span aria-hidden className={`size-2.5 rounded-[2px] ${look}`} />
            {text}
          </li>
        ))}
      </ul>
      <p className="mt-1">Upper bar: threads. Lower bar: memory. Sleds are ordered by serial number.</p>
    </div>
  )
}
