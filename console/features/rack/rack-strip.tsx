// The racks of the fleet, lying down: the small drawing that opens a page. Its code comes after the page's table; its data comes
// with the page, whose route loads `elevationQueries`.
import { useData } from '../../use-api.ts'
import { lazyPart } from '../../ui/display/lazy.tsx'
import { first1000Racks } from './rack-queries.ts'

const RackStrip = lazyPart(
  async () => (await import('./rack-strip.lazy.tsx')).RackStrip,
  // as tall as the drawing and one line of text
  <div className="h-28.5 w-[31rem] max-w-full" />,
)

export function RackStrips() {
  const racks = useData(first1000Racks()).items
  return (
    <div className="mb-5 flex flex-wrap gap-6">
      {racks.map(({ id }) => (
        <RackStrip key={id} id={id} />
      ))}
    </div>
  )
}
