// The bar of actions on selected rows. Its code loads with the first selection.
import { useState } from 'react'
import { lazyPopup } from '../ui/display/lazy.tsx'
import type { BulkPanelProps } from './bulk-panel.lazy.tsx'

const BulkPanel = lazyPopup(async () => (await import('./bulk-panel.lazy.tsx')).BulkPanel)

export function BulkBar(props: Omit<BulkPanelProps, 'onClose'>) {
  // once used it stays, because it says how the actions went
  const [isUsed, setUsed] = useState(false)
  if (props.chosen.length > 0 && !isUsed) setUsed(true)
  if (!isUsed) return null
  const close = () => {
    setUsed(false)
    props.onClear()
  }
  return <BulkPanel {...props} onClose={close} />
}
