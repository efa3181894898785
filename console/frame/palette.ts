// Items of the command palette. Mounted components register them and remove them on unmount.
import { useEffect, useState } from 'react'
import type { IconData } from '../ui/display/icon.tsx'

export interface PaletteItem {
  label: string
  /** items without a group are actions of the page */
  group?: string
  /** another word for it: 'Restart' for 'Reboot' */
  also?: string | undefined
  detail?: string
  icon?: IconData
  state?: string
  to?: string
  run?: (navigate: (to: string) => unknown) => unknown
  /** what was typed is an address or the ID of it, not its name */
  isMatch?: boolean
}

const registered = new Map<symbol, readonly PaletteItem[]>()

/** A later item replaces an earlier one with the same name. */
export function paletteItems(): PaletteItem[] {
  const byLabel = new Map<string, PaletteItem>()
  for (const item of [...registered.values()].flat()) byLabel.set(`${item.group ?? ''}/${item.label}`, item)
  return [...byLabel.values()]
}

/** `items` may be a new array on each render; their order among the others is stable. */
export function usePalette(items: readonly PaletteItem[]): void {
  const [mark] = useState(() => Symbol('palette items'))
  useEffect(() => void registered.set(mark, items))
  useEffect(() => () => void registered.delete(mark), [mark])
}
