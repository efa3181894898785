// The area's navigation next to the content, expanded or collapsed to icons. Narrow screens use drawer.tsx.
import { BookOpen, ChevronsLeft, ChevronsRight } from '@lucide/icons'
import { Icon } from '../ui/display/icon.tsx'
import { useLocation } from 'react-router'
import { useNextLocation } from '../address.ts'
import { paths } from '../paths.ts'
import { cx } from '../ui/display/cx.ts'
import { Tooltip } from '../ui/overlay/tooltip.tsx'
import { isActive, type Area, type NavItem } from './areas.ts'
import { Link } from './link.tsx'
import { NavCount } from './nav-count.tsx'

const rowClass =
  'flex h-8 items-center gap-2.5 rounded-md px-2.5 text-sm text-muted transition-colors hover:bg-hover hover:text-body [&_svg]:size-4 [&_svg]:shrink-0'

interface NavProps {
  area: Area
  folded?: boolean
}

export function Nav({ area, folded = false }: NavProps) {
  return (
    <nav aria-label="Sidebar navigation" className="flex min-h-0 grow flex-col gap-0.5 overflow-y-auto p-2">
      {area.above.map((item) => (
        <Row key={item.to} item={item} folded={folded} />
      ))}
      <Tooltip content={folded && 'Docs'} side="right">
        <Link
          to={paths.guides()}
          target="_blank"
          rel="noreferrer"
          aria-label={folded ? 'Docs' : undefined}
          className={rowClass}
        >
          <Icon icon={BookOpen} />
          {!folded && 'Docs'}
        </Link>
      </Tooltip>
      <h2
        className={cx(
          'truncate px-2.5 pt-4 pb-1 text-xs font-medium text-muted',
          folded && 'mx-1 mb-1 h-px overflow-hidden border-b border-line p-0 pt-2',
        )}
      >
        <span className={folded ? 'sr-only' : ''}>{area.heading}</span>
      </h2>
      {area.items.map((item) => (
        <Row key={item.to} item={item} folded={folded} />
      ))}
    </nav>
  )
}

function Row({ item, folded }: { item: NavItem; folded: boolean }) {
  const current = useLocation().pathname
  // the highlight moves immediately, even if the page is slow
  const active = isActive(item, useNextLocation()?.pathname ?? current)
  return (
    <Tooltip content={folded && item.label} side="right">
      <Link
        to={item.to}
        aria-label={folded ? item.label : undefined}
        aria-current={active ? 'page' : undefined}
        className={cx(rowClass, active && 'bg-accent-soft! font-medium text-accent!')}
      >
        <Icon icon={item.icon} />
        {!folded && <span className="truncate">{item.label}</span>}
        {!folded && item.count && <NavCount count={item.count} />}
      </Link>
    </Tooltip>
  )
}

export function Sidebar({ area, folded, onFold }: Required<NavProps> & { onFold: () => void }) {
  return (
    <div
      className={cx(
        'hidden shrink-0 flex-col border-r border-line bg-raised min-[900px]:flex print:hidden!',
        folded ? 'w-13' : 'w-56',
      )}
    >
      <Nav area={area} folded={folded} />
      <button type="button" onClick={onFold} aria-expanded={!folded} className={cx(rowClass, 'm-2')}>
        {folded ? <Icon icon={ChevronsRight} /> : <Icon icon={ChevronsLeft} />}
        <span className={folded ? 'sr-only' : ''}>{folded ? 'Expand sidebar' : 'Collapse sidebar'}</span>
      </button>
    </div>
  )
}
