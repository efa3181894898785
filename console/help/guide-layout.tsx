// The layout of every guide: the list of guides next to the text, or behind one link on narrow screens.
import { useRef, type ReactNode } from 'react'
import { Link, LinkButton } from '../frame/link.tsx'
import { usePane } from '../frame/scroll.ts'
import { guideGroups, guides, type Guide } from './guides.ts'
import { paths } from '../paths.ts'
import { cx } from '../ui/display/cx.ts'
import { Mark } from '../ui/display/mark.tsx'

export function GuideLayout({ guide, children }: { guide?: Guide; children: ReactNode }) {
  const pane = useRef<HTMLElement>(null)
  usePane(pane)
  return (
    <div className="flex h-full flex-col">
      <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line bg-raised px-2">
        <Link
          to={paths.guides()}
          className="flex h-9 items-center gap-2.5 rounded-md px-2 text-sm font-medium hover:bg-hover"
        >
          <Mark />
          Rackwright guides
        </Link>
        <span className="ml-auto">
          <LinkButton to={paths.home()} variant="ghost">
            Open the console
          </LinkButton>
        </span>
      </header>
      <div className="flex min-h-0 grow">
        <nav
          aria-label="Guides"
          className="hidden w-56 shrink-0 overflow-y-auto border-r border-line bg-raised p-2 min-[900px]:block"
        >
          {Object.entries(guideGroups).map(([title, group]) => (
            <div key={title} className="mb-3">
              <p className="px-2.5 py-1 text-xs font-medium text-muted">{title}</p>
              {(Object.keys(group) as Guide[]).map((one) => (
                <Link
                  key={one}
                  to={paths.guide({ guide: one })}
                  aria-current={one === guide ? 'page' : undefined}
                  className={cx(
                    'mb-0.5 flex min-h-8 items-center rounded-md px-2.5 py-1.5 text-sm text-muted hover:bg-hover hover:text-body',
                    one === guide && 'bg-accent-soft! font-medium text-accent!',
                  )}
                >
                  {guides[one]}
                </Link>
              ))}
            </div>
          ))}
        </nav>
        <main ref={pane} id="content" tabIndex={-1} className="min-w-0 grow overflow-y-auto outline-none">
          <div className="mx-auto max-w-[46rem] px-4 py-6 min-[900px]:px-8 min-[900px]:py-10">{children}</div>
        </main>
      </div>
    </div>
  )
}
