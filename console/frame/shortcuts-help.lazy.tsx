// The list of keyboard shortcuts.
import { useState } from 'react'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Kbd } from '../ui/display/frame-bits.tsx'
import { keyName, shortcuts, type Shortcut } from './shortcuts.ts'

const always = [
  { keys: 'mod k', label: 'Search or run a command' },
  { keys: 'Esc', label: 'Close' },
]

export function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  const [listed] = useState<Pick<Shortcut, 'keys' | 'label'>[]>(() => [...always, ...shortcuts()])
  return (
    <Dialog title="Keyboard shortcuts" width="narrow" onDismiss={onClose}>
      <ul className="space-y-1.5 text-sm">
        {listed.map(({ keys, label }) => (
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
