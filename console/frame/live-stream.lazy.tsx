// Listens to the event stream while the frame is there. Apart from the frame, because a first page can be shown without it.
import { useEffect } from 'react'
import { listen } from '../live.ts'

export function LiveStream() {
  useEffect(() => listen(), [])
  return null
}
