// Listens to the keys, and shows what they do when asked with ?.
import { useEffect, useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { Kbd } from '../ui/frame-bits.tsx'
import { listenForShortcuts, shortcuts, useShortcut, type Shortcut } from './shortcuts.ts'

const always = [
  { keys: 'mod k', label: 'Jump to anything' },
  { keys: 'Esc', label: 'Close the top layer' },
]
const modifier = () => (/mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl')

export const keyName = (key: string) => (key === 'mod' ? modifier() : key.length === 1 ? key.toUpperCase() : key)

let show: () => void = () => undefined
export const showShortcuts = () => show()

export function ShortcutsHost() {
  const [listed, list] = useState<Pick<Shortcut, 'keys' | 'label'>[]>()
  const open = () => list([...always, ...shortcuts()])
  useShortcut('?', 'List the shortcuts', open)
  useEffect(() => listenForShortcuts(), [])
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
