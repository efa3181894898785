// The racks of the fleet, lying down: the small drawing that opens a page. It comes after the page's table.
import { useLoad } from '../../use-api.ts'
import { lazyPart } from '../../ui/display/lazy.tsx'
import { TabLoad } from '../../ui/display/tab-load.tsx'
import { first1000Racks } from './rack-queries.ts'
import { stripSpace } from './rack-space.tsx'

const RackStrip = lazyPart(async () => (await import('./rack-strip.lazy.tsx')).RackStrip, stripSpace)

export function RackStrips() {
  const { data, error } = useLoad(first1000Racks())
  return (
    <div className="mb-5 flex flex-wrap gap-6">
      {data ? (
        data.items.map(({ id }) => <RackStrip key={id} id={id} />)
      ) : error ? (
        <TabLoad error={error} />
      ) : (
        stripSpace
      )}
    </div>
  )
}
