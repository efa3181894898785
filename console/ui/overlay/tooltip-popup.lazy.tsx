// The box of a Tooltip.
import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactNode, RefObject } from 'react'

export interface TooltipPopupProps {
  id: string
  anchor: HTMLElement
  side: 'top' | 'bottom' | 'left' | 'right'
  boxRef: RefObject<HTMLElement | null>
  onLeave: (to: EventTarget | null) => void
  onClose: () => void
  children: ReactNode
}

export function TooltipPopup({ id, anchor, side, boxRef, onLeave, onClose, children }: TooltipPopupProps) {
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      {/* portals render outside the page's landmarks, so the box gets its own */}
      <Base.Portal render={<section aria-label="Hint" />}>
        {/* the gap is padding, not offset, so that the pointer can cross it */}
        <Base.Positioner
          ref={(box: HTMLElement | null) => {
            boxRef.current = box
          }}
          anchor={anchor}
          side={side}
          collisionPadding={8}
          className="z-70 p-1.5"
          onPointerLeave={(event) => onLeave(event.relatedTarget)}
        >
          <Base.Popup
            id={id}
            role="tooltip"
            className="max-w-80 rounded-md border border-line bg-float px-2 py-1 text-xs text-body shadow-float transition-opacity duration-120 wrap-anywhere data-starting-style:opacity-0"
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
