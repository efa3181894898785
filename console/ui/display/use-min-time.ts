// Keeps a flag set for a minimum time, because a spinner that flashes for one frame looks like a glitch.
import { useEffect, useRef, useState } from 'react'

export function useMinTime(busy: boolean, least = 500): boolean {
  const [held, setHeld] = useState(busy)
  const since = useRef(0)
  if (busy && !held) setHeld(true)
  useEffect(() => {
    if (busy) {
      since.current = performance.now()
      return
    }
    const timer = setTimeout(() => setHeld(false), Math.max(0, since.current + least - performance.now()))
    return () => clearTimeout(timer)
  }, [busy, least])
  return busy || held
}
