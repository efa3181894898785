// A button with a menu of actions. The open state lives in the button, so an open menu survives data refreshes.
import { Ellipsis } from '@lucide/icons'
import { Icon } from '../display/icon.tsx'
import { useId, useRef, useState, type ReactNode } from 'react'
import { buttonClass, type ButtonSize, type ButtonVariant } from '../input/button.tsx'
import { cx } from '../display/cx.ts'
import { lazyPopup } from '../display/lazy.tsx'
import { Tooltip } from './tooltip.tsx'
import type { MenuItem } from './menu-item.ts'

const MenuPopup = lazyPopup(async () => (await import('./menu-popup.lazy.tsx')).MenuPopup)

export interface MenuButtonProps {
  /** the accessible name; row menus are "Row actions" */
  label: string
  /** a function is called only while the menu is open */
  items: readonly MenuItem[] | (() => readonly MenuItem[])
  /** the content of the button; defaults to an ellipsis */
  children?: ReactNode
  variant?: ButtonVariant
  size?: ButtonSize
  align?: 'start' | 'end'
  /** of a button without text; above or below, it would cover the button of the next row */
  hintSide?: 'top' | 'left'
  /** shown above the items, e.g. who is signed in */
  heading?: ReactNode
  className?: string
}

export function MenuButton(props: MenuButtonProps) {
  const { label, items, children, variant = 'ghost', size = children ? 'md' : 'icon' } = props
  const { align = 'end', hintSide = 'top', heading } = props
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<false | 'pointer' | 'keyboard'>(false)
  return (
    <>
      <Tooltip content={!open && size === 'icon' && label} side={hintSide}>
        <button
          ref={button}
          type="button"
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={open !== false}
          aria-controls={open ? id : undefined}
          className={cx(buttonClass(variant, size), 'aria-expanded:bg-hover aria-expanded:text-body', props.className)}
          // detail is 0 for a click made with Enter or Space
          onPointerEnter={MenuPopup.preload}
          onFocus={MenuPopup.preload}
          onClick={(event) => setOpen(open ? false : event.detail === 0 ? 'keyboard' : 'pointer')}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
            event.preventDefault()
            setOpen('keyboard')
          }}
        >
          {children ?? <Icon icon={Ellipsis} />}
        </button>
      </Tooltip>
      {open && (
        <MenuPopup
          id={id}
          label={label}
          anchor={button}
          align={align}
          heading={heading}
          byKeyboard={open === 'keyboard'}
          items={typeof items === 'function' ? items() : items}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
