// What floats over any page and is not needed to show one: the question before an action, and the list of shortcuts.
import { ConfirmHost } from '../ui/overlay/confirm.tsx'
import { ShortcutsHelp } from './shortcuts-help.tsx'

export function Overlays() {
  return (
    <>
      <ConfirmHost />
      <ShortcutsHelp />
    </>
  )
}
