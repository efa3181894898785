// Lists what the keys do, asked for with ? or in the top bar.
import { useEffect, useState } from 'react'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Kbd } from '../ui/display/frame-bits.tsx'
import { keyName, shortcuts, type Shortcut } from './shortcuts.ts'

const always = [
  { keys: 'mod k', label: 'Jump to anything' },
  { keys: 'Esc', label: 'Close the top layer' },
]

/** Asked for before the list was there: it opens as soon as it is. */
let isAsked = false
const remember = () => void (isAsked = true)
let show: () => void = remember
export const showShortcuts = () => show()

export function ShortcutsHelp() {
  const [listed, list] = useState<Pick<Shortcut, 'keys' | 'label'>[]>()
  useEffect(() => {
    show = () => list([...always, ...shortcuts()])
    if (isAsked) show()
    isAsked = false
    return () => void (show = remember)
  }, [])
  return (
    <Dialog open={listed !== undefined} title="Keyboard shortcuts" width="narrow" onDismiss={() => list(undefined)}>
      <ul className="space-y-1.5 text-sm">
        {listed?.map(({ keys, label }) => (
          <li key={keys} className="flex items-center gap-4">
            <span className="grow">{label}</span>
            <span className="flex gap-1">
              {keys.split(' ').map((key) => (
                <Kbd key={key}>{keyName(key)}</Kbd>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
