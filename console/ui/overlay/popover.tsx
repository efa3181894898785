// A button that opens a small panel: explanations, links, a calendar. The floating part comes late, as the menu's does.
import { useId, useRef, useState, type ReactNode } from 'react'
import { buttonClass, type ButtonSize, type ButtonVariant } from '../input/button.tsx'
import { late, useLate, type Late } from '../display/late.ts'
import type { PopoverPopupProps } from './popover-popup.tsx'

const popup = late<PopoverPopupProps>(async () => (await import('./popover-popup.tsx')).PopoverPopup)

export interface PopoverButtonProps {
  /** the accessible name of the button and the panel */
  label: string
  /** what the button shows */
  trigger: ReactNode
  /** what the panel shows; a function gets a way to close it */
  children: ReactNode | ((close: () => void) => ReactNode)
  /** a part that the panel shows: it opens when both have come, so that the focus finds what is in it */
  needs?: Late<never>
  variant?: ButtonVariant
  size?: ButtonSize
  align?: 'start' | 'center' | 'end'
}

export function PopoverButton({
  label,
  trigger,
  children,
  needs,
  variant = 'ghost',
  size = 'icon',
  align,
}: PopoverButtonProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const hasPopup = useLate(popup, open, false)
  const hasNeeds = useLate<never>(needs ?? popup, open, false)
  const ready = hasPopup && hasNeeds
  const warm = () => {
    popup.warm()
    needs?.warm()
  }
  const close = () => setOpen(false)
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open && ready ? id : undefined}
        className={buttonClass(variant, size)}
        onPointerEnter={warm}
        onFocus={warm}
        onClick={() => setOpen(!open)}
      >
        {trigger}
      </button>
      {open && ready && (
        <popup.Part id={id} label={label} anchor={button} align={align ?? 'end'} onClose={close}>
          {typeof children === 'function' ? children(close) : children}
        </popup.Part>
      )}
    </>
  )
}
