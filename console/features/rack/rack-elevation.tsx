// Every rack from the front, with details of the hovered part. `?highlight=silo` or `silo/project` marks the resources of either.
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Card } from '../../ui/display/card.tsx'
import { lazyPart } from '../../ui/display/lazy.tsx'
import { NativeSelect } from '../../ui/input/native-select.tsx'
import { truncate } from '../../util/text.ts'
import { type Hardware, type Highlight } from './rack-layout.ts'
import { highlightsOf } from './rack-highlights.ts'
import { useRacks } from './use-hardware.ts'

// the tables below come first; this is as tall as a full rack with its legend and details
const RackFront = lazyPart(
  async () => (await import('./rack-front.lazy.tsx')).RackFront,
  <div className="flex flex-col gap-6 md:flex-row">
    <div className="min-w-0 md:w-[22.5rem] md:shrink-0">
      <div className="mb-15 aspect-[356/572] max-w-89" />
    </div>
    <div className="min-h-80" />
  </div>,
)

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
  const name = `Rack ${truncate(id, 12, 'middle')}`
  return (
    <Card title={name} actions={tools}>
      <RackFront name={name} hardware={hardware} highlight={highlight} />
    </Card>
  )
}
