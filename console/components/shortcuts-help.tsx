// Lists what the keys do, asked for with ? or in the top bar.
import { useEffect, useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { Kbd } from '../ui/frame-bits.tsx'
import { keyName, shortcuts, useShortcut, type Shortcut } from './shortcuts.ts'

const always = [
  { keys: 'mod k', label: 'Jump to anything' },
  { keys: 'Esc', label: 'Close the top layer' },
]

let show: () => void = () => undefined
export const showShortcuts = () => show()

export function ShortcutsHelp() {
  const [listed, list] = useState<Pick<Shortcut, 'keys' | 'label'>[]>()
  const open = () => list([...always, ...shortcuts()])
  useShortcut('?', 'List the shortcuts', open)
  useEffect(() => {
    show = () => list([...always, ...shortcuts()])
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
