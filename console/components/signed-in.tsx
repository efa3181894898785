// Around every page that needs a person: listens to what changes, and keeps the palette and the shortcuts at hand.
import { useEffect, useLayoutEffect } from 'react'
import { Outlet } from 'react-router'
import { contentShown } from '../ui/late.ts'
import { PaletteHost } from './palette-host.tsx'
import { listenForShortcuts } from './shortcuts.ts'

export function SignedIn() {
  // the loaders are done when this is drawn, so the content is on screen with it
  useEffect(contentShown, [])
  useLayoutEffect(() => listenForShortcuts(), [])
  useEffect(() => {
    const live = import('../live.ts').then(({ listen }) => listen())
    return () => void live.then((stop) => stop())
  }, [])
  return (
    <>
      <Outlet />
      <PaletteHost />
    </>
  )
}
