// Every rack from the front, with details of the hovered part. `?highlight=silo` or `silo/project` marks the resources of either.
// The tables below come first, so the drawing and the picker are lazy.
import { useSearchParams } from 'react-router'
import { useLoad } from '../../use-api.ts'
import { Card } from '../../ui/display/card.tsx'
import { lazyPart } from '../../ui/display/lazy.tsx'
import { truncate } from '../../util/text.ts'
import { first1000Racks } from './rack-queries.ts'
import { frontSpace } from './rack-space.tsx'

const RackFront = lazyPart(async () => (await import('./rack-front.lazy.tsx')).RackFront, frontSpace)

const RackHighlight = lazyPart(
  async () => (await import('./rack-highlight.lazy.tsx')).RackHighlight,
  <div className="h-8 w-56 max-w-full" />,
)

/** Shows the racks in `known` at once; the others follow. */
export function RackElevations({ known }: { known: ReadonlySet<string> }) {
  const highlight = useSearchParams()[0].get('highlight') || undefined
  const ids = useLoad(first1000Racks()).data?.items.map(({ id }) => id) ?? [...known]
  return ids.map((id, index) => {
    const name = `Rack ${truncate(id, 12, 'middle')}`
    return (
      <Card key={id} title={name} actions={index === 0 && <RackHighlight />}>
        <RackFront id={id} name={name} highlight={highlight} />
      </Card>
    )
  })
}
