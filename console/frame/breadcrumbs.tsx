// Breadcrumbs. Narrow screens show the last two.
import { cx } from '../ui/display/cx.ts'
import { useCrumbs } from './crumbs.ts'
import { Link } from './link.tsx'

export function Breadcrumbs() {
  const crumbs = useCrumbs().filter(({ titleOnly }) => !titleOnly)
  return (
    <nav aria-label="Breadcrumbs" className="min-w-0 px-2 min-[900px]:px-4">
      <ol className="flex min-w-0 items-center text-sm">
        {crumbs.map(({ text, to }, index) => {
          const fromEnd = crumbs.length - index
          return (
            <li
              key={`${text} ${to}`}
              // the page's own name is truncated last
              className={cx(
                'min-w-0 items-center',
                fromEnd > 2 ? 'hidden min-[900px]:flex' : 'flex',
                // a minimum width would leave a gap after a short name
                fromEnd > 1 && (text.length > 8 ? 'min-w-12 shrink-[9999]' : 'shrink-0'),
              )}
            >
              {index > 0 && (
                <span
                  aria-hidden
                  className={cx('px-1.5 text-line-strong', fromEnd === 2 && 'hidden min-[900px]:inline')}
                >
                  /
                </span>
              )}
              {to ? (
                <Link
                  to={to}
                  aria-current={fromEnd === 1 ? 'page' : undefined}
                  className={cx(
                    'truncate rounded-sm hover:text-body',
                    fromEnd === 1 ? 'font-medium text-body' : 'text-muted',
                  )}
                >
                  {text}
                </Link>
              ) : (
                <span className="truncate text-muted">{text}</span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
