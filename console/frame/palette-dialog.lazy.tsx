// The command palette: one field, and everything that matches the text in it.
import { Search } from '@lucide/icons'
import { Icon } from '../ui/display/icon.tsx'
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../ui/input/button.tsx'
import { cx } from '../ui/display/cx.ts'
import { Kbd } from '../ui/display/frame-bits.tsx'
import { Spinner } from '../ui/display/spinner.tsx'
import { fuzzy } from '../util/fuzzy.ts'
import { paletteItems, type PaletteItem } from './palette.ts'
import { search, type Found } from './search.ts'

export function PaletteDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const navigate = useNavigate()
  const box = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const [own] = useState(paletteItems)
  const { found, busy } = useSearch(text)
  const groups = useMemo(() => grouped(matching(own, text), found), [own, text, found])
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
    else void item.run?.()
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
          aria-controls={id}
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
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot hold groups of rows with details */}
      <div id={id} role="listbox" aria-label="Results" className="max-h-96 overflow-y-auto p-1.5">
        {groups.map(({ name, items }) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- inside a listbox only a group may stand
          <div key={name} role="group" aria-label={name}>
            <div aria-hidden className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">
              {name}
            </div>
            {items.map((item) => {
              const index = shown.indexOf(item)
              return (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus and the keys
                <div
                  key={`${item.label} ${item.to ?? ''}`}
                  id={`${id}-${index}`}
                  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option tag holds only text
                  role="option"
                  aria-selected={index === active}
                  onPointerMove={() => setAt(index)}
                  onClick={() => choose(item)}
                  className={cx(
                    'flex h-9 cursor-pointer items-center gap-3 rounded-sm px-2.5 text-sm',
                    index === active && 'bg-accent-soft text-accent',
                  )}
                >
                  <span className="truncate">{item.label}</span>
                  {item.detail && <span className="min-w-0 truncate text-xs text-muted">{item.detail}</span>}
                </div>
              )
            })}
          </div>
        ))}
        {shown.length === 0 && !busy && (
          <p className="px-2.5 py-6 text-center text-sm text-muted">No results for &apos;{text.trim()}&apos;</p>
        )}
      </div>
      <div aria-hidden className="flex gap-4 border-t border-line bg-raised px-3.5 py-2 text-xs text-muted">
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

function matching(items: readonly PaletteItem[], text: string): PaletteItem[] {
  if (!text.trim()) return [...items]
  return items
    .flatMap((item) => {
      const score = fuzzy(item.label, text)
      return score === undefined ? [] : [{ item, score }]
    })
    .sort((one, other) => one.score - other.score)
    .map(({ item }) => item)
}

/** Actions first, then the other groups in order of arrival. */
function grouped(own: readonly PaletteItem[], found: readonly Found[]): { name: string; items: PaletteItem[] }[] {
  const groups = new Map<string, PaletteItem[]>([['Actions', []]])
  for (const item of [...own, ...found]) {
    const name = item.group ?? 'Actions'
    groups.set(name, [...(groups.get(name) ?? []), item])
  }
  return [...groups].flatMap(([name, items]) => (items.length > 0 ? [{ name, items }] : []))
}

function useSearch(text: string): { found: readonly Found[]; busy: boolean } {
  const [state, setState] = useState<{ text: string; found: readonly Found[]; busy: boolean }>()
  useEffect(() => {
    if (!text.trim()) return
    const ended = new AbortController()
    let found: readonly Found[] = []
    const timer = setTimeout(() => {
      setState({ text, found, busy: true })
      search(text, ended.signal, (one) => {
        if (ended.signal.aborted) return
        found = [...found, one]
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
  return state?.text === text ? state : { found: [], busy: false }
}
