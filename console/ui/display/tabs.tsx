// Tabs with URLs: RouteTabs link to child routes, QueryTabs keep the selection in a query parameter. Arrow keys move and activate,
// and wrap around.
import { useId, type KeyboardEvent, type ReactNode } from 'react'
import { resolvePath, useLocation, useResolvedPath, useSearchParams, type To } from 'react-router'
import { withoutView } from '../../util/view-params.ts'
import { Link } from './link.tsx'
import { tabOf } from './tab-of.ts'

const look =
  'relative -mb-px flex h-9 shrink-0 items-center gap-1.5 rounded-t-sm border-b-2 border-transparent px-3 text-sm text-muted transition-colors hover:text-body focus-visible:-outline-offset-2 aria-selected:border-accent-fill aria-selected:font-medium aria-selected:text-body'
const list = 'relative flex gap-1 overflow-x-auto border-b border-line'

/**
 * On narrow screens the selected tab may be outside the part of the list that shows. Scrolls only the list, never the page. Waits
 * for the next frame: reading positions any earlier forces a layout of its own.
 */
function reveal(tab: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const box = tab?.parentElement
    if (box) box.scrollLeft = tab.offsetLeft - (box.clientWidth - tab.offsetWidth) / 2
  })
}

function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const at = tabs.indexOf(document.activeElement as HTMLElement)
  const target = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
  if (target === undefined || at < 0) return
  event.preventDefault()
  const next = tabs.at(target % tabs.length)
  next?.focus()
  next?.click()
}

export interface RouteTab {
  to: string
  label: ReactNode
}

interface RouteTabsProps {
  label: string
  tabs: readonly RouteTab[]
  /** called when a tab is hovered or focused, to prefetch its content */
  onNear?: (to: string) => void
  children: ReactNode
}

export function RouteTabs({ label, tabs, onNear, children }: RouteTabsProps) {
  const id = useId()
  const { pathname } = useLocation()
  const base = useResolvedPath('.').pathname
  const current = tabOf(
    tabs.map((tab) => resolvePath(tab.to, base).pathname),
    pathname,
  )
  return (
    <div className="min-w-0">
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its tabs are; keys bubble from them */}
      <div role="tablist" aria-label={label} className={list} onKeyDown={onKeyDown}>
        {tabs.map((tab, index) => (
          <RouteTabLink
            key={tab.to}
            {...tab}
            panel={id}
            onNear={onNear}
            selected={index === current}
            entry={index === Math.max(0, current)}
          />
        ))}
      </div>
      <div id={id} role="tabpanel" aria-label={label} className="pt-4">
        {children}
      </div>
    </div>
  )
}

interface RouteTabLinkProps extends RouteTab, Pick<RouteTabsProps, 'onNear'> {
  panel: string
  selected: boolean
  /** focused by the Tab key, even when no tab is selected */
  entry: boolean
}

function RouteTabLink({ to, label, panel, onNear, selected, entry }: RouteTabLinkProps) {
  const near = () => onNear?.(to)
  return (
    <Link
      ref={selected ? reveal : undefined}
      to={to}
      role="tab"
      aria-selected={selected}
      aria-controls={panel}
      tabIndex={entry ? 0 : -1}
      className={look}
      onPointerOver={near}
      onFocus={near}
    >
      {label}
    </Link>
  )
}

export interface QueryTab {
  value: string
  label: ReactNode
  content: ReactNode
}

export interface QueryTabsProps {
  label: string
  tabs: readonly QueryTab[]
  /** the query parameter; the first tab needs none */
  param?: string
}

export function QueryTabs({ label, tabs, param = 'tab' }: QueryTabsProps) {
  const id = useId()
  const [query] = useSearchParams()
  const asked = query.get(param)
  const current = tabs.find((tab) => tab.value === asked) ?? tabs[0]
  const placeOf = (tab: QueryTab): To => {
    // each tab has a table of its own
    const next = withoutView(query)
    if (tab === tabs[0]) next.delete(param)
    else next.set(param, tab.value)
    return { search: next.toString() }
  }
  return (
    <div className="min-w-0">
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its tabs are; keys bubble from them */}
      <div role="tablist" aria-label={label} className={list} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <Link
            key={tab.value}
            ref={tab === current ? reveal : undefined}
            id={`${id}-${tab.value}`}
            role="tab"
            to={placeOf(tab)}
            replace
            preventScrollReset
            aria-selected={tab === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab === current ? 0 : -1}
            className={look}
          >
            {tab.label}
          </Link>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${current?.value}`} className="pt-4">
        {current?.content}
      </div>
    </div>
  )
}
