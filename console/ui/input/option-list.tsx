// The list that a Combobox opens, below its field or above it where there is more room. It is a popover of the browser: in the top
// layer, so that no dialog clips or covers it, yet a child of the field, so that dialogs and landmarks around the field contain it.
// The focus stays in the field, which names the highlighted option with aria-activedescendant.
import { Check } from '@lucide/icons'
import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { Icon } from '../display/icon.tsx'
import type { ListItem } from './list-item.ts'

interface OptionListProps {
  id: string
  anchor: RefObject<HTMLElement | null>
  items: readonly ListItem[]
  /** the value of the chosen item */
  chosen: string | undefined
  /** the value of the item that Enter would choose */
  highlighted: string | undefined
  onHighlight: (value: string) => void
  onChoose: (item: ListItem) => void
  /** below the options, or instead of them */
  note: ReactNode
  'aria-label'?: string | undefined
  'aria-labelledby'?: string | undefined
}

export const optionId = (listId: string, index: number): string => `${listId}-${index}`

export function OptionList(props: OptionListProps) {
  const { id, anchor, items, chosen, highlighted, onHighlight, onChoose, note, ...name } = props
  const popup = useRef<HTMLDivElement>(null)
  usePlace(popup, anchor)
  const at = items.findIndex(({ value }) => value === highlighted)
  useEffect(() => {
    document.getElementById(optionId(id, at))?.scrollIntoView({ block: 'nearest' })
  }, [id, at])
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only keeps the focus where it is
    <div
      ref={popup}
      popover="manual"
      className="fixed inset-auto m-0 flex flex-col overflow-hidden rounded-md border border-line bg-float p-1 text-sm text-body shadow-float transition-opacity duration-120 starting:opacity-0"
      onMouseDown={(event) => event.preventDefault()}
    >
      {/* a listbox without options is invalid */}
      {items.length > 0 && (
        <div
          {...name}
          id={id}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the entries of a select hold only text
          role="listbox"
          // a box that scrolls would otherwise be a tab stop
          tabIndex={-1}
          className="min-h-0 overflow-y-auto outline-none"
        >
          {items.map((item, index) => (
            <Option
              key={item.value}
              id={optionId(id, index)}
              item={item}
              isChosen={item.value === chosen}
              isHighlighted={index === at}
              onPoint={() => onHighlight(item.value)}
              onChoose={() => onChoose(item)}
            />
          ))}
        </div>
      )}
      <output className="px-2 text-muted not-empty:py-1.5">{note}</output>
    </div>
  )
}

interface OptionProps {
  id: string
  item: ListItem
  isChosen: boolean
  isHighlighted: boolean
  onPoint: () => void
  onChoose: () => void
}

function Option({ id, item, isChosen, isHighlighted, onPoint, onChoose }: OptionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus and the keys
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option tag holds only text
      role="option"
      aria-selected={isChosen}
      aria-disabled={item.disabled || undefined}
      data-highlighted={isHighlighted ? '' : undefined}
      className="flex min-h-8 cursor-pointer items-center gap-3 rounded-sm px-2 py-1 select-none aria-disabled:cursor-not-allowed aria-disabled:text-muted aria-selected:font-medium data-highlighted:bg-hover"
      // pointermove, not pointerenter: scrolling the list under a resting pointer must not highlight
      onPointerMove={() => !item.disabled && !isHighlighted && onPoint()}
      onClick={() => !item.disabled && onChoose()}
    >
      <span className="min-w-0 grow wrap-anywhere">{item.content ?? item.label}</span>
      {isChosen && <Icon icon={Check} className="ml-auto size-4 text-accent" />}
    </div>
  )
}

const GAP_PX = 4
const MARGIN_PX = 8
const MAX_HEIGHT_PX = 320

/** Shows the popup at its anchor and keeps it there while the page scrolls. */
function usePlace(popup: RefObject<HTMLElement | null>, anchor: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const shown = popup.current
    if (!shown) return
    const place = () => anchor.current && placeAt(shown, anchor.current.getBoundingClientRect())
    shown.showPopover()
    place()
    // any box around the anchor can scroll, and scroll events do not bubble
    addEventListener('scroll', place, { capture: true, passive: true })
    addEventListener('resize', place)
    return () => {
      removeEventListener('scroll', place, { capture: true })
      removeEventListener('resize', place)
    }
  }, [popup, anchor])
}

function placeAt({ style, scrollHeight }: HTMLElement, at: DOMRect): void {
  const below = innerHeight - at.bottom - GAP_PX - MARGIN_PX
  const above = at.top - GAP_PX - MARGIN_PX
  const isBelow = below >= Math.min(scrollHeight, MAX_HEIGHT_PX) || below >= above
  style.left = `${at.left}px`
  style.width = `${at.width}px`
  style.maxHeight = `${Math.min(MAX_HEIGHT_PX, isBelow ? below : above)}px`
  style.top = isBelow ? `${at.bottom + GAP_PX}px` : 'auto'
  style.bottom = isBelow ? 'auto' : `${innerHeight - at.top + GAP_PX}px`
}
