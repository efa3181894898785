// One rack, lying down, with the name of the hovered part below it.
import { useState } from 'react'
import { TextLink } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { truncate } from '../../util/text.ts'
import { TabLoad } from '../../ui/display/tab-load.tsx'
import { RackDrawing } from './rack-drawing.tsx'
import { layoutOf, type Slot } from './rack-layout.ts'
import { stripSpace } from './rack-space.tsx'
import { describe, instancesText } from './rack-words.ts'
import { useHardware } from './use-hardware.ts'

export function RackStrip({ id }: { id: string }) {
  const [near, setNear] = useState<Slot>()
  const { hardware, error } = useHardware(id)
  if (error) return <TabLoad error={error} />
  if (!hardware) return stripSpace
  const name = `Rack ${truncate(id, 12, 'middle')}`
  const { sleds, loads } = hardware
  const running = loads
    ?.filter((load) => sleds.some((sled) => sled.id === load.id))
    .reduce((sum, load) => sum + load.instances, 0)
  return (
    <figure className="w-[31rem] max-w-full">
      <RackDrawing label={name} rows={layoutOf(hardware)} variant="strip" onNear={setNear} />
      <figcaption className="mt-1.5 flex min-h-5 flex-wrap gap-x-3 text-sm text-muted">
        {near && near.kind !== 'empty' ? (
          describe(near)
        ) : (
          <>
            <TextLink to={paths.sleds()}>{name}</TextLink>
            <span>
              {sleds.length} sleds{running !== undefined && `, ${instancesText(running)}`}
            </span>
          </>
        )}
      </figcaption>
    </figure>
  )
}
