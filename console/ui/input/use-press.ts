// A press on a control whose real part is still to come: the part takes its place only after the release, so that no click
// falls between the two.
import { useEffect, useState } from 'react'

export function usePress(): { pressed: boolean; onPointerDown: () => void } {
  const [pressed, setPressed] = useState(false)
  useEffect(() => {
    if (!pressed) return
    // anywhere: released outside the control, it would wait for ever; and after the click that follows the release
    const up = () => setTimeout(() => setPressed(false))
    addEventListener('pointerup', up, { once: true })
    return () => removeEventListener('pointerup', up)
  }, [pressed])
  return { pressed, onPointerDown: () => setPressed(true) }
}
