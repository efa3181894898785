// The list of a MenuButton.
import { Menu } from '@base-ui/react/menu'
import { Check } from '@lucide/icons'
import { Icon } from '../display/icon.tsx'
import { Fragment, useEffect, useRef, type ReactElement, type ReactNode, type RefObject } from 'react'
import { cx } from '../display/cx.ts'
import { Link } from '../display/link.tsx'
import { preloadConfirm } from './confirm.tsx'
import { menuIcons } from './menu-icons.ts'
import type { MenuItem } from './menu-item.ts'
import { Tooltip } from './tooltip.tsx'

export interface MenuPopupProps {
  id: string
  label: string
  anchor: RefObject<HTMLElement | null>
  align: 'start' | 'end'
  heading?: ReactNode
  /** opened by keyboard, so the first item gets the focus */
  byKeyboard: boolean
  items: readonly MenuItem[]
  onClose: () => void
}

const row =
  'flex min-h-8 w-full items-center gap-2 rounded-sm px-2 py-1 text-left text-sm outline-none select-none [&_svg]:size-4 [&_svg]:shrink-0'

export function MenuPopup(props: MenuPopupProps) {
  const { id, label, anchor, align, heading, byKeyboard, items, onClose } = props
  const popup = useRef<HTMLDivElement>(null)
  // many items ask before they act
  useEffect(preloadConfirm, [])
  useEffect(() => {
    if (!byKeyboard) return
    // after Base UI has moved the focus to the popup
    const frame = requestAnimationFrame(() => {
      const hasItemFocus = popup.current !== document.activeElement && popup.current?.contains(document.activeElement)
      if (!hasItemFocus) popup.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [byKeyboard])
  return (
    <Menu.Root
      open
      onOpenChange={(open, details) => {
        const target = details.event.target
        // the click on the button closes it; closing here too would make that click open it again
        if (details.reason === 'outside-press' && target instanceof Node && anchor.current?.contains(target)) return
        if (!open) onClose()
      }}
    >
      {/* portals render outside the page's landmarks, so the menu gets its own */}
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
            className="max-h-(--available-height) max-w-80 min-w-40 overflow-y-auto rounded-md border border-line bg-float p-1 text-body shadow-float transition-opacity duration-120 outline-none data-starting-style:opacity-0"
          >
            {heading && <div className="border-b border-line px-2 pt-1 pb-2 text-xs text-muted">{heading}</div>}
            {items.map((item, index) => (
              <Fragment key={item.label}>
                {index > 0 && item.group !== items[index - 1]?.group && (
                  <Menu.Separator className="my-1 h-px bg-line" />
                )}
                <Row item={item} />
              </Fragment>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
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
  const iconLook = off || item.danger ? undefined : 'text-muted'
  const inside = (
    <>
      {typeof item.icon === 'string' ? <Icon icon={menuIcons[item.icon]} className={iconLook} /> : item.icon}
      <span className="grow">{item.label}</span>
      {item.checked && <Icon icon={Check} className="text-accent" />}
    </>
  )
  if (item.href && !off) {
    return (
      <Menu.LinkItem className={look} closeOnClick render={<Link to={item.href} />} onClick={item.onSelect}>
        {inside}
      </Menu.LinkItem>
    )
  }
  const choice = item.checked === undefined ? {} : { role: 'menuitemradio', 'aria-checked': item.checked }
  return (
    <Tooltip content={item.disabledReason} side="left">
      {/* only aria-disabled: Base UI's disabled items cannot be focused, and focus shows the reason */}
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
  )
}
