// A hint on hover and on keyboard focus. It opens after 250 ms and closes at once.
import { cloneElement, useEffect, useId, useRef, useState, type ReactElement, type ReactNode, type Ref } from 'react'
import { lazyPopup } from '../display/lazy.tsx'

const TooltipPopup = lazyPopup(async () => (await import('./tooltip-popup.lazy.tsx')).TooltipPopup)

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
  /** undefined, false and '' mean no tooltip */
  content: ReactNode
  delay?: number
  side?: 'top' | 'bottom' | 'left' | 'right'
  /** an element that accepts a ref, aria attributes and listeners */
  children: ReactElement<ChildProps>
}

export function Tooltip({ content, delay = 250, side = 'top', children }: TooltipProps) {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const timer = useRef<number | undefined>(undefined)
  const box = useRef<HTMLElement | null>(null)
  const given = Boolean(content)
  const open = given && anchor !== null
  useEffect(() => () => clearTimeout(timer.current), [])

  const close = () => {
    clearTimeout(timer.current)
    setAnchor(null)
  }
  const leave = (to: EventTarget | null) => {
    // the pointer may move into the hint, to read or select its text
    if (!(to instanceof Node && (box.current?.contains(to) || anchor?.contains(to)))) close()
  }
  const own = children.props
  // oxlint-disable-next-line react/refs -- only listeners read them
  const child = cloneElement(children, {
    'aria-describedby': cxIds(own['aria-describedby'], open ? id : undefined),
    onPointerEnter: (event) => {
      own.onPointerEnter?.(event)
      if (!given || event.pointerType === 'touch') return
      TooltipPopup.preload()
      const target = event.currentTarget
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
      // a click hides the hint, except on a disabled control, where the hint explains why nothing happens (also on touch)
      if (given && own['aria-disabled']) setAnchor(event.currentTarget)
      else close()
    },
  })
  return (
    <>
      {child}
      {open && (
        <TooltipPopup id={id} anchor={anchor} side={side} boxRef={box} onLeave={leave} onClose={close}>
          {content}
        </TooltipPopup>
      )}
    </>
  )
}

const cxIds = (...ids: (string | undefined)[]) => ids.filter(Boolean).join(' ') || undefined
