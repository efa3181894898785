// Around every page that needs a signed-in user: live updates, the command palette and keyboard shortcuts.
import { useEffect, useLayoutEffect, type ReactNode } from 'react'
import { Outlet } from 'react-router'
import { listen } from '../live.ts'
import { PaletteHost } from './palette-host.tsx'
import { ShortcutsHost } from './shortcuts-host.tsx'
import { listenForShortcuts } from './shortcuts.ts'

export function SignedIn({ children = <Outlet /> }: { children?: ReactNode }) {
  useLayoutEffect(() => listenForShortcuts(), [])
  useEffect(() => listen(), [])
  return (
    <>
      {children}
      <PaletteHost />
      <ShortcutsHost />
    </>
  )
}
