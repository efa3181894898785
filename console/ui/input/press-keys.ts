// Keys that were pressed before a part had come, pressed again on what has the focus now.
import { flushSync } from 'react-dom'

/** Each key finds what the one before it has done. Not for an effect: React does not draw inside of one. */
export function pressKeys(keys: readonly string[]): void {
  for (const key of keys) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    flushSync(() => document.activeElement?.dispatchEvent(event))
  }
}
