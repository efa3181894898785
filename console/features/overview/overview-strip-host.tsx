// The overview of an area, above the table of its first page. Its data comes with the page, its code right after it.
import { lazyPart } from '../../ui/display/lazy.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import type { OverviewStripProps } from './overview-strip.lazy.tsx'

const COLUMNS = ['instances', 'usage', 'attention']

export const OverviewStrip = lazyPart(
  async () => (await import('./overview-strip.lazy.tsx')).OverviewStrip,
  // on narrow screens the issues are below the rest; there is room for one
  ({ overview }: OverviewStripProps) => (
    <div aria-hidden className="mb-5 rounded-md border border-line bg-raised">
      <div className="grid h-67.5 content-start gap-x-8 gap-y-5 overflow-hidden p-4 lg:h-35 lg:grid-cols-3 xl:grid-cols-[2fr_2fr_3fr]">
        {COLUMNS.map((column) => (
          <div key={column} className="flex flex-col gap-3">
            <Skeleton className="h-3 w-24" />
            <Skeleton className="h-3 w-48" />
            <Skeleton className="h-3 w-40" />
          </div>
        ))}
      </div>
      {overview.attention.items.slice(1, 3).map((_, at) => (
        <div key={at} className="h-6.5 lg:hidden" />
      ))}
    </div>
  ),
)
