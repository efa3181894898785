// A hint on hover and on keyboard focus: 250 ms to open, none to close. This shell is only listeners; the floating part is
// fetched when a hint is first needed or when the page is idle.
import { cloneElement, useEffect, useId, useRef, useState, type ReactElement, type ReactNode, type Ref } from 'react'
import { late, useLate } from '../display/late.ts'
import type { TooltipPopupProps } from './tooltip-popup.tsx'

const popup = late<TooltipPopupProps>(async () => (await import('./tooltip-popup.tsx')).TooltipPopup)

interface ChildProps {
  ref?: Ref<HTMLElement>
  'aria-describedby'?: string
  'aria-disabled'?: unknown
  onPointerEnter?: (event: React.PointerEvent<HTMLElement>) => void
  onPointerLeave?: (event: React.PointerEvent<HTMLElement>) => void
  onFocus?: (event: React.FocusEvent<HTMLElement>) => void
  onBlur?: (event: React.FocusEvent<HTMLElement>) => void
  onClick?: (event: React.MouseEvent<HTMLElement>) => void
}

export interface TooltipProps {
  /** nothing to say (undefined, false, '') means no tooltip */
  content: ReactNode
  delay?: number
  side?: 'top' | 'bottom' | 'left' | 'right'
  /** one element that takes a ref, aria attributes and listeners */
  children: ReactElement<ChildProps>
}

export function Tooltip({ content, delay = 250, side = 'top', children }: TooltipProps) {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const timer = useRef<number | undefined>(undefined)
  const box = useRef<HTMLElement | null>(null)
  const given = Boolean(content)
  const open = given && anchor !== null
  const ready = useLate(popup, open, given)
  useEffect(() => () => clearTimeout(timer.current), [])

  const close = () => {
    clearTimeout(timer.current)
    setAnchor(null)
  }
  const leave = (to: EventTarget | null) => {
    // the hint may be pointed at (to read or select it), so going into it is not leaving
    if (!(to instanceof Node && (box.current?.contains(to) || anchor?.contains(to)))) close()
  }
  const own = children.props
  // oxlint-disable-next-line react/refs -- only listeners read them
  const child = cloneElement(children, {
    'aria-describedby': cxIds(own['aria-describedby'], open && ready ? id : undefined),
    onPointerEnter: (event) => {
      own.onPointerEnter?.(event)
      if (!given || event.pointerType === 'touch') return
      const target = event.currentTarget
      popup.warm()
      clearTimeout(timer.current)
      timer.current = window.setTimeout(() => setAnchor(target), delay)
    },
    onPointerLeave: (event) => {
      own.onPointerLeave?.(event)
      leave(event.relatedTarget)
    },
    onFocus: (event) => {
      own.onFocus?.(event)
      if (given && event.currentTarget.matches(':focus-visible')) setAnchor(event.currentTarget)
    },
    onBlur: (event) => {
      own.onBlur?.(event)
      close()
    },
    onClick: (event) => {
      own.onClick?.(event)
      // a press acts, so the hint goes; but on a disabled thing the hint is the answer (also for touch)
      if (given && own['aria-disabled']) setAnchor(event.currentTarget)
      else close()
    },
  })
  return (
    <>
      {child}
      {open && ready && (
        <popup.Part id={id} anchor={anchor} side={side} boxRef={box} onLeave={leave} onClose={close}>
          {content}
        </popup.Part>
      )}
    </>
  )
}

const cxIds = (...ids: (string | undefined)[]) => ids.filter(Boolean).join(' ') || undefined
