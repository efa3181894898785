// Gray placeholders for loading content. Hidden from screen readers, which announce the busy region around them.
import { cx } from './cx.ts'

/** Drawing the animation takes time from loading, so it only starts when loading is slow. */
const PULSE = 'animate-pulse [animation-delay:1s]'

export function Skeleton({ className = 'h-4 w-24' }: { className?: string }) {
  return <span aria-hidden className={cx('inline-block rounded-sm bg-active align-middle', PULSE, className)} />
}

/** In place of a value that loads after the page. */
export function Unloaded({ isError, className = 'h-3 w-20' }: { isError: boolean; className?: string }) {
  return isError ? <span className="text-muted">Unavailable</span> : <Skeleton className={className} />
}

export function SkeletonRows({ rows = 5, columns = 4 }: { rows?: number; columns?: number }) {
  const widths = ['w-36', 'w-20', 'w-48', 'w-24', 'w-28', 'w-16']
  return (
    <div aria-hidden className="w-full overflow-hidden rounded-md border border-line">
      <div className="h-9 border-b border-line bg-raised" />
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex h-10 items-center gap-8 border-b border-line px-3 last:border-0">
          {Array.from({ length: columns }, (_, column) => (
            <Skeleton key={column} className={cx('h-3 shrink-0', widths[(row + column) % widths.length])} />
          ))}
        </div>
      ))}
    </div>
  )
}
