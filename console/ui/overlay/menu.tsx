// A button with a menu of actions. The button is never replaced, so focus and an open menu survive data refreshes; the
// floating part is fetched on idle, hover, focus or first click.
import { Ellipsis } from '@lucide/icons'
import { Icon } from '../display/icon.tsx'
import { useId, useRef, useState, type ReactNode } from 'react'
import { buttonClass, type ButtonSize, type ButtonVariant } from '../input/button.tsx'
import { cx } from '../display/cx.ts'
import { late, useLate } from '../display/late.ts'
import type { MenuPopupProps } from './menu-popup.tsx'

const popup = late<MenuPopupProps>(async () => (await import('./menu-popup.tsx')).MenuPopup)

export interface MenuItem {
  label: string
  onSelect?: () => void
  /** a place of this site; an item is either a link or an action */
  href?: string
  /** why it cannot be chosen now */
  disabledReason?: ReactNode
  danger?: boolean
  icon?: ReactNode
  /** the choice that holds now, for menus that choose */
  checked?: boolean
  /** draws a line above */
  separated?: boolean
}

export interface MenuButtonProps {
  /** the accessible name; row menus are "Row actions" */
  label: string
  /** a function is asked only while the menu is open */
  items: readonly MenuItem[] | (() => readonly MenuItem[])
  /** what the button shows; an ellipsis when nothing is given */
  children?: ReactNode
  variant?: ButtonVariant
  size?: ButtonSize
  align?: 'start' | 'end'
  /** shown above the items, e.g. who is signed in */
  heading?: ReactNode
  className?: string
}

export function MenuButton(props: MenuButtonProps) {
  const { label, items, children, variant = 'ghost', size = children ? 'md' : 'icon', align = 'end', heading } = props
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<false | 'pointer' | 'keyboard'>(false)
  const ready = useLate(popup, open !== false)
  /** pressed after the menu was opened and before it had the focus */
  const early = useRef<string[]>([])
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open !== false}
        aria-controls={open && ready ? id : undefined}
        className={cx(buttonClass(variant, size), 'aria-expanded:bg-hover aria-expanded:text-body', props.className)}
        onPointerEnter={popup.warm}
        onFocus={popup.warm}
        // a click without a pointer (detail 0) is Enter or Space
        onClick={(event) => setOpen(open ? false : event.detail === 0 ? 'keyboard' : 'pointer')}
        onKeyDown={(event) => {
          const { key } = event
          if (open === 'keyboard' && isMenuKey(key)) {
            // Enter would close it again: it is meant for an item
            event.preventDefault()
            early.current.push(key)
          } else if (key === 'ArrowDown' || key === 'ArrowUp') {
            event.preventDefault()
            early.current = []
            setOpen('keyboard')
          } else early.current = []
        }}
      >
        {children ?? <Icon icon={Ellipsis} />}
      </button>
      {open && ready && (
        <popup.Part
          id={id}
          label={label}
          anchor={button}
          align={align}
          heading={heading}
          byKeyboard={open === 'keyboard'}
          early={early}
          items={typeof items === 'function' ? items() : items}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

export const isMenuKey = (key: string) => ['ArrowDown', 'ArrowUp', 'Enter', ' '].includes(key)
