// Shows the conflict dialog when needed. Rendered once, by the firewall tab.
import { useSyncExternalStore } from 'react'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { currentConflict, onConflict } from './conflict.ts'

const ConflictDialog = lazyPopup(async () => (await import('./conflict-dialog.lazy.tsx')).ConflictDialog)

export function ConflictHost() {
  const conflict = useSyncExternalStore(onConflict, currentConflict)
  if (!conflict) return null
  return <ConflictDialog conflict={conflict} onAnswer={conflict.answer} onClose={() => conflict.answer('back')} />
}
