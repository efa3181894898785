// A button that opens a small panel: explanations, links, a calendar.
import { useId, useRef, useState, type ReactNode } from 'react'
import { lazyPopup } from '../display/lazy.tsx'
import { buttonClass, type ButtonSize, type ButtonVariant } from '../input/button.tsx'

const PopoverPopup = lazyPopup(async () => (await import('./popover-popup.lazy.tsx')).PopoverPopup)

export interface PopoverButtonProps {
  /** the accessible name of the button and the panel */
  label: string
  /** the content of the button */
  trigger: ReactNode
  /** the content of the panel; a function gets a callback that closes it */
  children: ReactNode | ((close: () => void) => ReactNode)
  variant?: ButtonVariant
  size?: ButtonSize
  align?: 'start' | 'center' | 'end'
  /** when the button is pointed at or focused: loads what the panel needs */
  onNear?: () => void
}

export function PopoverButton(props: PopoverButtonProps) {
  const { label, trigger, children, variant = 'ghost', size = 'icon', align = 'end', onNear } = props
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const preload = () => {
    PopoverPopup.preload()
    onNear?.()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        className={buttonClass(variant, size)}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(!open)}
      >
        {trigger}
      </button>
      {open && (
        <PopoverPopup id={id} label={label} anchor={button} align={align} onClose={close}>
          {typeof children === 'function' ? children(close) : children}
        </PopoverPopup>
      )}
    </>
  )
}
