// Opens the list of keyboard shortcuts, with ? or from the top bar.
import { useEffect, useState } from 'react'
import { lazyPopup } from '../ui/display/lazy.tsx'

const ShortcutsHelp = lazyPopup(async () => (await import('./shortcuts-help.lazy.tsx')).ShortcutsHelp)

let show: () => void = () => undefined
export const showShortcuts = () => show()

export function ShortcutsHost() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    show = () => setOpen(true)
  }, [])
  return open && <ShortcutsHelp onClose={() => setOpen(false)} />
}
