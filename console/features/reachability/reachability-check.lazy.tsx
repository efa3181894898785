// A card that offers the reachability check. The form and its result load on demand.
import { Route } from '@lucide/icons'
import { useState } from 'react'
import { Card } from '../../ui/display/card.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { Button } from '../../ui/input/button.tsx'

const Panel = lazyPopup(async () => (await import('./reachability-panel.lazy.tsx')).ReachabilityPanel)

interface ReachabilityCheckProps {
  project: string
  /** the name of an instance; both ends can be changed */
  source?: string
  destination?: string
}

export function ReachabilityCheck(props: ReachabilityCheckProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card
      title="Reachability"
      text="See whether traffic is allowed, and which rule or route decides."
      actions={
        <Button
          aria-expanded={isOpen}
          onPointerOver={Panel.preload}
          onFocus={Panel.preload}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon icon={Route} />
          {isOpen ? 'Close' : 'Check reachability'}
        </Button>
      }
    >
      {isOpen && <Panel {...props} onClose={() => setOpen(false)} />}
    </Card>
  )
}
