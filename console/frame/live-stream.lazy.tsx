// Listens to the event stream and looks after the focus while the frame is there. Apart from the frame, because a first page can
// be shown without it.
import { useEffect } from 'react'
import { listen } from '../live.ts'
import { keepFocus } from './keep-focus.ts'

export function LiveStream() {
  useEffect(() => listen(), [])
  useEffect(() => keepFocus(), [])
  return null
}
