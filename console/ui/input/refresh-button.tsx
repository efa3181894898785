// Fetching again by hand.
import { RefreshCw } from '@lucide/icons'
import { Icon } from '../display/icon.tsx'
import { useState } from 'react'
import { Button } from './button.tsx'
import { Spinner } from '../display/spinner.tsx'
import { useMinTime } from '../display/use-min-time.ts'

export interface RefreshButtonProps {
  onRefresh: () => unknown
  /** something else is fetching too */
  busy?: boolean
}

export function RefreshButton({ onRefresh, busy = false }: RefreshButtonProps) {
  const [waiting, setWaiting] = useState(false)
  const spinning = useMinTime(waiting || busy, 300)
  const refresh = async () => {
    setWaiting(true)
    try {
      await onRefresh()
    } finally {
      setWaiting(false)
    }
  }
  return (
    <Button size="icon" aria-label="Refresh data" aria-busy={spinning} onClick={() => !spinning && void refresh()}>
      {spinning ? <Spinner label="" /> : <Icon icon={RefreshCw} />}
    </Button>
  )
}
