// Opens the palette with mod+K from anywhere, inputs included. Its panel comes when it is first wanted.
import { useEffect, useState } from 'react'
import { late, useLate } from '../ui/display/late.ts'
import type { PalettePanelProps } from './palette-panel.tsx'

const panel = late<PalettePanelProps>(async () => (await import('./palette-panel.tsx')).PalettePanel)

let toggle: () => void = () => undefined
export const openPalette = () => toggle()
export const warmPalette = () => panel.warm()

export function PaletteHost() {
  const [open, setOpen] = useState(false)
  const ready = useLate(panel, open, false)
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
  return open && ready ? <panel.Part onClose={() => setOpen(false)} /> : null
}
