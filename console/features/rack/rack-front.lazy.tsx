// One rack from the front, with details of the hovered part.
import { useState } from 'react'
import { TabLoad } from '../../ui/display/tab-load.tsx'
import { RackDetails } from './rack-details.tsx'
import { RackDrawing } from './rack-drawing.tsx'
import { layoutOf, type Highlight, type Slot } from './rack-layout.ts'
import { frontSpace } from './rack-space.tsx'
import { useHardware } from './use-hardware.ts'

interface RackFrontProps {
  id: string
  name: string
  highlight: Highlight | undefined
}

export function RackFront({ id, name, highlight }: RackFrontProps) {
  const [near, setNear] = useState<Slot>()
  const { hardware, error } = useHardware(id)
  if (error) return <TabLoad error={error} />
  if (!hardware) return frontSpace
  return (
    <div className="flex flex-col gap-6 md:flex-row">
      <div className="min-w-0 grow">
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
      <div className="min-h-80 min-w-0 md:w-60 md:shrink-0 xl:w-80">
        <RackDetails slot={near} hardware={hardware} />
      </div>
    </div>
  )
}

const legend = [
  ['bg-success-fill', 'provisionable'],
  ['bg-notice-fill', 'not provisionable'],
  ['bg-control', 'not used yet, or expunged'],
  ['border border-dashed border-line-strong', 'waiting'],
] as const

function Legend() {
  return (
    <div className="mt-2 text-xs text-muted">
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {legend.map(([look, text]) => (
          <li key={text} className="flex items-center gap-1.5">
            <span aria-hidden data-part="swatch" className={`size-2.5 rounded-[2px] ${look}`} />
            {text}
          </li>
        ))}
      </ul>
      <p className="mt-1">Upper bar: threads. Lower bar: memory. Sleds are ordered by serial number.</p>
    </div>
  )
}
