// The overview of an area, above the table of its first page. Its data comes with the page, its code right after it.
import { lazyPart } from '../../ui/display/lazy.tsx'
import type { OverviewStripProps } from './overview-strip.lazy.tsx'

export const OverviewStrip = lazyPart(
  async () => (await import('./overview-strip.lazy.tsx')).OverviewStrip,
  // on narrow screens the issues are below the rest; there is room for one
  ({ overview }: OverviewStripProps) => (
    <div aria-hidden className="mb-5 rounded-md border border-line bg-raised">
      <div className="h-67.5 lg:h-35" />
      {overview.attention.items.slice(1, 3).map((_, at) => (
        <div key={at} className="h-6.5 lg:hidden" />
      ))}
    </div>
  ),
)
