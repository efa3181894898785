// Shows the conflict dialog when needed. Rendered once, by the firewall tab.
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { useStore } from '../../util/use-store.ts'
import { openConflict } from './conflict.ts'

const ConflictDialog = lazyPopup(async () => (await import('./conflict-dialog.lazy.tsx')).ConflictDialog)

export function ConflictHost() {
  const conflict = useStore(openConflict)
  if (!conflict) return null
  return <ConflictDialog conflict={conflict} onAnswer={conflict.answer} onClose={() => conflict.answer('back')} />
}
