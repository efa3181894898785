// Opens the command palette with mod+K from anywhere, inputs included.
import { useEffect, useState } from 'react'
import { lazyPopup } from '../ui/display/lazy.tsx'

const PaletteDialog = lazyPopup(async () => (await import('./palette-dialog.lazy.tsx')).PaletteDialog)

let toggle: () => void = () => undefined
export const openPalette = () => toggle()

export function PaletteHost() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    toggle = () => setOpen((was) => !was)
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      toggle()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return open && <PaletteDialog onClose={() => setOpen(false)} />
}
