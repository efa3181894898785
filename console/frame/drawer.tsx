// The area's navigation on narrow screens.
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Area } from './areas.ts'
import { Nav } from './sidebar.tsx'

interface DrawerProps {
  area: Area
  onClose: () => void
}

/** A native modal dialog, which traps the focus and closes on Escape. */
export function Drawer({ area, onClose }: DrawerProps) {
  const box = useRef<HTMLDialogElement>(null)
  const { pathname } = useLocation()
  const openedOn = useRef(pathname)
  useEffect(() => box.current?.showModal(), [])
  useEffect(() => {
    if (openedOn.current !== pathname) onClose()
  }, [pathname, onClose])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape closes too
    <dialog
      ref={box}
      aria-label="Navigation"
      onClose={onClose}
      // clicks on the backdrop target the dialog itself
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="m-0 h-dvh max-h-none w-64 max-w-[80vw] border-r border-line bg-raised text-body backdrop:bg-backdrop"
    >
      <div className="flex h-full flex-col">
        <Nav area={area} />
      </div>
    </dialog>
  )
}
