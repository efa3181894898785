// The floating part of MenuButton. Load it through menu.tsx only.
import { Menu } from '@base-ui/react/menu'
import { Check } from '@lucide/icons'
import { Icon } from '../display/icon.tsx'
import { useEffect, useRef, type ReactElement, type ReactNode, type RefObject } from 'react'
import { cx } from '../display/cx.ts'
import { Link } from '../display/link.tsx'
import { isMenuKey, type MenuItem } from './menu.tsx'
import { Tooltip } from './tooltip.tsx'

export interface MenuPopupProps {
  id: string
  label: string
  anchor: RefObject<HTMLElement | null>
  align: 'start' | 'end'
  heading?: ReactNode
  byKeyboard: boolean
  /** keys that were pressed before the menu had the focus, in order */
  early: RefObject<string[]>
  items: readonly MenuItem[]
  onClose: () => void
}

const row =
  'flex min-h-8 w-full items-center gap-2 rounded-sm px-2 py-1 text-left text-sm outline-none select-none [&_svg]:size-4 [&_svg]:shrink-0'

export function MenuPopup(props: MenuPopupProps) {
  const { id, label, anchor, align, heading, byKeyboard, early, items, onClose } = props
  const popup = useRef<HTMLDivElement>(null)
  const settled = useRef(false)
  useEffect(() => {
    if (!byKeyboard) return
    // after the popup has taken the focus itself, or it would take it back from the first item
    const frame = requestAnimationFrame(() => {
      settled.current = true
      catchUp([...(popup.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])], early.current.splice(0))
    })
    return () => cancelAnimationFrame(frame)
  }, [byKeyboard, early])
  return (
    <Menu.Root
      open
      onOpenChange={(open, details) => {
        const target = details.event.target
        // a press on our own button closes by its click; closing here too would make that click open it again
        if (details.reason === 'outside-press' && target instanceof Node && anchor.current?.contains(target)) return
        if (!open) onClose()
      }}
    >
      {/* a landmark, because the portal lies outside the page's own */}
      <Menu.Portal render={<section aria-label={label} />}>
        <Menu.Positioner
          anchor={anchor}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 outline-none"
        >
          <Menu.Popup
            ref={popup}
            id={id}
            aria-label={label}
            finalFocus={anchor}
            onKeyDownCapture={(event) => {
              // one of its items may have been given the focus already, by a reader for one: the key is for that
              if (!byKeyboard || settled.current || event.target !== event.currentTarget || !isMenuKey(event.key))
                return
              event.preventDefault()
              event.stopPropagation()
              early.current.push(event.key)
            }}
            className="max-h-(--available-height) max-w-80 min-w-40 overflow-y-auto rounded-md border border-line bg-float p-1 text-body shadow-float transition-opacity duration-120 outline-none data-starting-style:opacity-0"
          >
            {heading && <div className="border-b border-line px-2 pt-1 pb-2 text-xs text-muted">{heading}</div>}
            {items.map((item) => (
              <Row key={item.label} item={item} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** Starts at the first item, or at the one that was focused meanwhile, and does what was pressed meanwhile. */
function catchUp(items: readonly HTMLElement[], keys: readonly string[]): void {
  let at = Math.max(
    0,
    items.findIndex((item) => item === document.activeElement),
  )
  for (const key of keys) {
    if (key === 'ArrowDown' || key === 'ArrowUp') at += key === 'ArrowDown' ? 1 : -1
    else return items.at(at % items.length)?.click()
  }
  items.at(at % items.length)?.focus()
}

function Row({ item }: { item: MenuItem }): ReactElement {
  const off = Boolean(item.disabledReason)
  const look = cx(
    row,
    off
      ? 'cursor-not-allowed text-muted opacity-80 data-highlighted:bg-hover'
      : item.danger
        ? 'cursor-pointer text-danger data-highlighted:bg-danger-soft'
        : 'cursor-pointer data-highlighted:bg-hover',
  )
  const inside = (
    <>
      {item.icon}
      <span className="grow">{item.label}</span>
      {item.checked && <Icon icon={Check} className="text-accent" />}
    </>
  )
  const line = item.separated && <Menu.Separator className="my-1 h-px bg-line" />
  if (item.href && !off) {
    return (
      <>
        {line}
        <Menu.LinkItem className={look} closeOnClick render={<Link to={item.href} />} onClick={item.onSelect}>
          {inside}
        </Menu.LinkItem>
      </>
    )
  }
  const choice = item.checked === undefined ? {} : { role: 'menuitemradio', 'aria-checked': item.checked }
  return (
    <>
      {line}
      <Tooltip content={item.disabledReason} side="left">
        {/* disabled only in name: Base UI's own disabled items keep the menu open but drop the focus that shows the reason */}
        <Menu.Item
          {...choice}
          label={item.label}
          className={look}
          aria-disabled={off || undefined}
          closeOnClick={!off}
          onClick={off ? undefined : item.onSelect}
        >
          {inside}
        </Menu.Item>
      </Tooltip>
    </>
  )
}
