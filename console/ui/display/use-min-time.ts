// Keeps a flag up for a least time: a spinner that flashes for a frame reads as a fault.
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
