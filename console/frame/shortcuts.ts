// Keyboard shortcuts: single letters, and g followed by a letter. Mounted components register them; help lists them.
import { useLayoutEffect, useRef } from 'react'

export interface Shortcut {
  /** 'c', '/', '?' or 'g p' */
  keys: string
  label: string
  run: () => void
}

const registered = new Map<symbol, Shortcut>()
const modifier = () => (/mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl')

export const keyName = (key: string) => (key === 'mod' ? modifier() : key.length === 1 ? key.toUpperCase() : key)

/** The newest come last and win, so that a page can define what c creates. */
export const shortcuts = (): Shortcut[] => [...new Map([...registered.values()].map((one) => [one.keys, one])).values()]

export function useShortcut(keys: string | undefined, label: string, run: () => void): void {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  }, [run])
  // registered before paint, so that a key pressed as soon as the page appears is not lost
  useLayoutEffect(() => {
    if (!keys) return
    const mark = Symbol(keys)
    registered.set(mark, { keys, label, run: () => latest.current() })
    return () => void registered.delete(mark)
  }, [keys, label])
}

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))

/** Overlays that are closing no longer count. */
const OVER_THE_PAGE =
  ':is([role=dialog]:not([aria-modal=false]), [role=alertdialog], [role=menu], [role=listbox], dialog[open])' +
  ':not([data-closed], [data-closed] *)'

/** Ignores keys in inputs, behind a dialog and inside an open menu. */
const isOurs = (event: KeyboardEvent) =>
  !event.defaultPrevented &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !typing(event.target) &&
  !document.querySelector(OVER_THE_PAGE)

export function listenForShortcuts(): () => void {
  let prefix = ''
  let timer: number | undefined
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOurs(event) || event.key === 'Shift') return
    clearTimeout(timer)
    const keys = prefix + event.key
    prefix = ''
    const found = shortcuts().find((one) => one.keys === keys)
    if (found) {
      // the key must not be typed into the field it opens
      event.preventDefault()
      found.run()
    } else if (event.key === 'g') {
      prefix = 'g '
      timer = window.setTimeout(() => (prefix = ''), 1200)
    }
  }
  addEventListener('keydown', onKeyDown)
  return () => removeEventListener('keydown', onKeyDown)
}
