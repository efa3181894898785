// The panel of a PopoverButton.
import { Popover } from '@base-ui/react/popover'
import type { ReactNode, RefObject } from 'react'

export interface PopoverPopupProps {
  id: string
  label: string
  anchor: RefObject<HTMLElement | null>
  align: 'start' | 'center' | 'end'
  onClose: () => void
  children: ReactNode
}

export function PopoverPopup({ id, label, anchor, align, onClose, children }: PopoverPopupProps) {
  return (
    <Popover.Root
      open
      onOpenChange={(open, details) => {
        const target = details.event.target
        // the click on the button closes it; closing here too would make that click open it again
        if (details.reason === 'outside-press' && target instanceof Node && anchor.current?.contains(target)) return
        if (!open) onClose()
      }}
    >
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} align={align} sideOffset={4} collisionPadding={8} className="z-50">
          <Popover.Popup
            id={id}
            aria-label={label}
            finalFocus={anchor}
            className="max-h-(--available-height) max-w-[min(24rem,calc(100vw-1rem))] overflow-y-auto rounded-md border border-line bg-float p-4 text-sm text-body shadow-float transition-opacity duration-120 outline-none empty:opacity-0 data-starting-style:opacity-0"
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
