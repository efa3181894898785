// The command palette: one field, and everything that matches the text in it.
import { ArrowRight, History, Monitor, Moon, Search, Sun, Zap } from '@lucide/icons'
import { Icon } from '../ui/display/icon.tsx'
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../ui/input/button.tsx'
import { cx } from '../ui/display/cx.ts'
import { Kbd } from '../ui/display/frame-bits.tsx'
import { Spinner } from '../ui/display/spinner.tsx'
import { signOut } from '../me.ts'
import { currentUser } from '../me-queries.ts'
import { applyTheme } from '../theme/theme.ts'
import { menuIcons } from '../ui/overlay/menu-icons.ts'
import { useData } from '../use-api.ts'
import { ranked } from './palette-rank.ts'
import { newPages, systemPages } from './palette-pages.ts'
import { paletteItems, type PaletteItem } from './palette.ts'
import { pathHere } from '../util/base.ts'
import { recents } from './recents.ts'
import { search, type Found } from './search.ts'

export function PaletteDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const navigate = useNavigate()
  const box = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const [own] = useState(paletteItems)
  const { found, busy } = useSearch(text)
  const { id: userId, fleetRole } = useData(currentUser())
  const [pages] = useState(() => [...newPages(own), ...(fleetRole === 'none' ? [] : systemPages(own))])
  const [recent] = useState(() => recents(userId).filter(({ to }) => to !== pathHere()))
  const groups = useMemo(
    () =>
      text.trim()
        ? results(ranked([...own, ...themeItems, signOutItem, ...pages, ...found], text))
        : grouped(own, recent),
    [own, pages, recent, text, found],
  )
  const shown = groups.flatMap(({ items }) => items)
  const active = Math.min(at, shown.length - 1)

  useEffect(() => box.current?.showModal(), [])
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])

  const choose = (item: PaletteItem | undefined) => {
    if (!item) return
    onClose()
    if (item.to) void navigate(item.to)
    else void item.run?.(navigate)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setAt((active + step + shown.length) % Math.max(1, shown.length))
    else if (event.key === 'Enter') choose(shown[active])
    else return
    // Enter must not reach a form that opens
    event.preventDefault()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape closes too
    <dialog
      ref={box}
      aria-label="Quick actions"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="mx-auto mt-[12vh] w-[36rem] max-w-[calc(100vw-1.5rem)] overflow-hidden rounded-md border border-line bg-float text-body shadow-float backdrop:bg-backdrop"
    >
      <div className="flex h-12 items-center gap-2.5 border-b border-line px-3.5">
        <Icon icon={Search} className="size-4 shrink-0 text-muted" />
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened to be typed into
          autoFocus
          role="combobox"
          aria-label="Search or run a command"
          aria-expanded={shown.length > 0}
          aria-controls={shown.length > 0 ? id : undefined}
          aria-activedescendant={shown.length > 0 ? `${id}-${active}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder="Search or run a command"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
          className="min-w-0 grow bg-transparent text-base outline-none"
        />
        {busy && <Spinner size="sm" label="Searching" />}
        <Button size="sm" variant="ghost" onClick={onClose}>
          Dismiss
        </Button>
      </div>
      {/* a listbox without options is invalid */}
      {shown.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot hold groups of rows with details
        <div id={id} role="listbox" aria-label="Results" className="max-h-96 overflow-y-auto p-1.5">
          {groups.map(({ name, items }) => (
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- inside a listbox only a group is allowed
            <div key={name} role="group" aria-label={name}>
              <div aria-hidden className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">
                {name}
              </div>
              {items.map((item) => {
                const index = shown.indexOf(item)
                return (
                  <Option
                    key={`${item.label} ${item.to ?? ''} ${item.detail ?? ''}`}
                    id={`${id}-${index}`}
                    item={item}
                    isRanked={text.trim() !== ''}
                    isActive={index === active}
                    onPoint={() => setAt(index)}
                    onChoose={() => choose(item)}
                  />
                )
              })}
            </div>
          ))}
        </div>
      )}
      <output className="block text-center text-sm text-muted">
        {shown.length === 0 && !busy && text.trim() && (
          <span className="block px-2.5 py-6">No results for &apos;{text.trim()}&apos;</span>
        )}
      </output>
      <div aria-hidden className="-mt-px flex gap-4 border-t border-line bg-raised px-3.5 py-2 text-xs text-muted">
        <span>
          <Kbd>↵</Kbd> open
        </span>
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> select
        </span>
        <span>
          <Kbd>Esc</Kbd> close
        </span>
      </div>
    </dialog>
  )
}

const themeItems: PaletteItem[] = (['light', 'dark', 'system'] as const).map((choice) => ({
  label: `Theme: ${choice}`,
  icon: { light: Sun, dark: Moon, system: Monitor }[choice],
  run: () => applyTheme(choice),
}))

const signOutItem: PaletteItem = {
  label: 'Sign out',
  also: 'Log out',
  icon: menuIcons['sign-out'],
  run: () => signOut().catch(() => undefined),
}

interface OptionProps {
  id: string
  item: PaletteItem
  /** results of all groups in one list: each says its group */
  isRanked: boolean
  isActive: boolean
  onPoint: () => void
  onChoose: () => void
}

function Option({ id, item, isRanked, isActive, onPoint, onChoose }: OptionProps) {
  const { label, icon = item.to ? ArrowRight : Zap, detail, group, state } = item
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus and the keys
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option tag holds only text
      role="option"
      aria-selected={isActive}
      onPointerMove={onPoint}
      onClick={onChoose}
      className={cx(
        'flex h-9 cursor-pointer items-center gap-3 rounded-sm px-2.5 text-sm',
        isActive && 'bg-accent-soft text-accent',
      )}
    >
      <Icon icon={icon} className="size-4 shrink-0 text-muted" />
      <span className="truncate">{label}</span>
      {detail && <span className="min-w-0 truncate text-xs text-muted">{detail}</span>}
      <span className="ml-auto flex shrink-0 items-center gap-2 text-xs text-muted">
        {state && <span>{state}</span>}
        {isRanked && group && <span>{group}</span>}
      </span>
    </div>
  )
}

interface Group {
  name: string
  items: PaletteItem[]
}

const results = (items: PaletteItem[]): Group[] => (items.length > 0 ? [{ name: 'Results', items }] : [])

/** Before anything is typed: recent items, then actions, then the other groups in order of registration. */
function grouped(own: readonly PaletteItem[], recent: readonly PaletteItem[]): Group[] {
  const groups = new Map<string, PaletteItem[]>([
    ['Recent', recent.map((item) => ({ ...item, icon: History }))],
    ['Actions', []],
  ])
  for (const item of own) {
    const name = item.group ?? 'Actions'
    groups.set(name, [...(groups.get(name) ?? []), item])
  }
  return [...groups].flatMap(([name, items]) => (items.length > 0 ? [{ name, items }] : []))
}

const NOTHING: readonly Found[] = []

function useSearch(text: string): { found: readonly Found[]; busy: boolean } {
  const [state, setState] = useState<{ text: string; found: readonly Found[]; busy: boolean }>()
  useEffect(() => {
    if (!text.trim()) return
    const ended = new AbortController()
    let found: readonly Found[] = []
    const timer = setTimeout(() => {
      setState({ text, found, busy: true })
      search(text, ended.signal, (all) => {
        if (ended.signal.aborted) return
        found = all
        setState({ text, found, busy: true })
      }).then(
        () => ended.signal.aborted || setState({ text, found, busy: false }),
        () => ended.signal.aborted || setState({ text, found, busy: false }),
      )
    }, 120)
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [text])
  return state?.text === text ? state : { found: NOTHING, busy: text.trim() !== '' }
}
