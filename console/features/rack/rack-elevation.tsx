// Every rack from the front, with details of the hovered part. `?highlight=silo` or `silo/project` marks the resources of either.
// The tables below come first, so the drawing and the picker are lazy.
import { useSearchParams } from 'react-router'
import { Card } from '../../ui/display/card.tsx'
import { lazyPart } from '../../ui/display/lazy.tsx'
import { truncate } from '../../util/text.ts'
import { useRacks } from './use-hardware.ts'

// as tall as a full rack with its legend and details
const RackFront = lazyPart(
  async () => (await import('./rack-front.lazy.tsx')).RackFront,
  <div className="flex flex-col gap-6 md:flex-row">
    <div className="min-w-0 md:w-[22.5rem] md:shrink-0">
      <div className="mb-15 aspect-[356/572] max-w-89" />
    </div>
    <div className="min-h-80" />
  </div>,
)

const RackHighlight = lazyPart(
  async () => (await import('./rack-highlight.lazy.tsx')).RackHighlight,
  <div className="h-8 w-56 max-w-full" />,
)

export function RackElevations() {
  const highlight = useSearchParams()[0].get('highlight') || undefined
  return useRacks().map(({ id, hardware }, index) => {
    const name = `Rack ${truncate(id, 12, 'middle')}`
    return (
      <Card key={id} title={name} actions={index === 0 && <RackHighlight loads={hardware.loads} />}>
        <RackFront name={name} hardware={hardware} highlight={highlight} />
      </Card>
    )
  })
}
