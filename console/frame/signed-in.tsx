// Around every page that needs a signed-in user: live updates, the command palette and keyboard shortcuts.
import { useLayoutEffect, type ReactNode } from 'react'
import { Outlet } from 'react-router'
import { lazyPart } from '../ui/display/lazy.tsx'
import { useFirstPageLoaded } from './first-page.ts'
import { PaletteHost } from './palette-host.tsx'
import { ShortcutsHost } from './shortcuts-host.tsx'
import { listenForShortcuts } from './shortcuts.ts'

const LiveStream = lazyPart(async () => (await import('./live-stream.lazy.tsx')).LiveStream)
const Visits = lazyPart(async () => (await import('./visits.lazy.tsx')).Visits)

export function SignedIn({ children = <Outlet /> }: { children?: ReactNode }) {
  useLayoutEffect(() => listenForShortcuts(), [])
  const isLoaded = useFirstPageLoaded()
  return (
    <>
      {children}
      <PaletteHost />
      <ShortcutsHost />
      {isLoaded && <LiveStream />}
      {isLoaded && <Visits />}
    </>
  )
}
