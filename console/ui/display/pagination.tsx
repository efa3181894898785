// The bar below a paged table. Keyset pagination has previous and next but no page numbers.
import { ChevronLeft, ChevronRight } from '@lucide/icons'
import { Icon } from './icon.tsx'
import { Badge } from './badge.tsx'
import { Button } from '../input/button.tsx'
import { MenuButton } from '../overlay/menu.tsx'
import { Spinner } from './spinner.tsx'
import { useMinTime } from './use-min-time.ts'

export interface PaginationBarProps {
  pageSize: number
  hasPrev: boolean
  hasNext: boolean
  onPrev: () => void
  onNext: () => void
  /** another page is loading */
  busy?: boolean
  /** how many rows there are on all pages */
  note?: string | undefined
  /** the page sizes to choose from */
  pageSizes?: readonly number[]
  onPageSize?: (size: number) => void
}

export function PaginationBar(props: PaginationBarProps) {
  const { pageSize, hasPrev, hasNext, onPrev, onNext, busy = false, note, pageSizes, onPageSize } = props
  const spinning = useMinTime(busy)
  return (
    <nav aria-label="Pagination" className="flex min-h-10 items-center gap-2 text-xs text-muted">
      <span>rows per page</span>
      {pageSizes && onPageSize ? (
        <MenuButton
          label={`Rows per page: ${pageSize}`}
          size="sm"
          variant="secondary"
          align="start"
          items={pageSizes.map((size) => ({
            label: String(size),
            checked: size === pageSize,
            onSelect: () => onPageSize(size),
          }))}
        >
          {pageSize}
        </MenuButton>
      ) : (
        <Badge>{pageSize}</Badge>
      )}
      {note && <output>{note}</output>}
      <span className="ml-auto flex items-center gap-1">
        {spinning && <Spinner size="sm" />}
        <Button variant="ghost" size="sm" disabled={!hasPrev} onClick={onPrev}>
          <Icon icon={ChevronLeft} />
          prev
        </Button>
        <Button variant="ghost" size="sm" disabled={!hasNext} onClick={onNext}>
          next
          <Icon icon={ChevronRight} />
        </Button>
      </span>
    </nav>
  )
}
