// The racks of the fleet, lying down: the small drawing that opens a page. The page's route loads `elevationQueries`.
import { useState } from 'react'
import { TextLink } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { truncate } from '../../util/text.ts'
import { RackDrawing } from './rack-drawing.tsx'
import { layoutOf, type Hardware, type Highlight, type Slot } from './rack-layout.ts'
import { describe, instancesText } from './rack-words.ts'
import { useRacks } from './use-hardware.ts'

export function RackStrips({ highlight }: { highlight?: Highlight | undefined }) {
  return (
    <div className="mb-5 flex flex-wrap gap-6">
      {useRacks().map(({ id, hardware }) => (
        <RackStrip key={id} id={id} hardware={hardware} highlight={highlight} />
      ))}
    </div>
  )
}

function RackStrip({ id, hardware, highlight }: { id: string; hardware: Hardware; highlight: Highlight | undefined }) {
  const [near, setNear] = useState<Slot>()
  const name = `Rack ${truncate(id, 12, 'middle')}`
  const { sleds, loads } = hardware
  const running = loads
    .filter((load) => sleds.some((sled) => sled.id === load.id))
    .reduce((sum, load) => sum + load.instances, 0)
  return (
    <figure className="w-[31rem] max-w-full">
      <div className="overflow-x-auto">
        <RackDrawing label={name} rows={layoutOf(hardware)} variant="strip" highlight={highlight} onNear={setNear} />
      </div>
      <figcaption className="mt-1.5 flex min-h-5 flex-wrap gap-x-3 text-sm text-muted">
        {near && near.kind !== 'empty' ? (
          describe(near, highlight)
        ) : (
          <>
            <TextLink to={paths.sleds()}>{name}</TextLink>
            <span>
              {sleds.length} sleds, {instancesText(running)}
            </span>
          </>
        )}
      </figcaption>
    </figure>
  )
}
