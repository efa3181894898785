// Around every page that needs a person: listens to what changes, and keeps the palette and the shortcuts at hand.
import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { listen } from '../live.ts'
import { contentShown } from '../ui/late.ts'
import { PaletteHost } from './palette-host.tsx'
import { ShortcutsHost } from './shortcuts-host.tsx'

export function SignedIn() {
  useEffect(() => listen(), [])
  // the loaders are done when this is drawn, so the content is on screen with it
  useEffect(contentShown, [])
  return (
    <>
      <Outlet />
      <PaletteHost />
      <ShortcutsHost />
    </>
  )
}
