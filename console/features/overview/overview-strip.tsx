// The overview of an area, above the table of its first page. Its data comes with the page, its code right after it.
import { lazyPart } from '../../ui/display/lazy.tsx'

export const OverviewStrip = lazyPart(
  async () => (await import('./overview-strip.lazy.tsx')).OverviewStrip,
  <div aria-hidden className="mb-5 h-68 rounded-md border border-line bg-raised lg:h-35.5" />,
)
