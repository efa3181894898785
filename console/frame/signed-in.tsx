// Around every page that needs a person: listens to what changes, and keeps the palette and the shortcuts at hand.
import { useEffect, useLayoutEffect } from 'react'
import { Outlet } from 'react-router'
import { contentShown } from '../ui/display/late.ts'
import { PaletteHost } from './palette-host.tsx'
import { listenForShortcuts } from './shortcuts.ts'

export function SignedIn() {
  // the loaders are done when this is drawn, so the content is on screen with it
  useEffect(contentShown, [])
  useLayoutEffect(() => listenForShortcuts(), [])
  useEffect(startListening, [])
  return (
    <>
      <Outlet />
      <PaletteHost />
    </>
  )
}

/** After the content: its code is not needed to show a page. Not on idle, or a busy page would miss what changes meanwhile. */
function startListening(): () => void {
  let live: Promise<() => void> | undefined
  const timer = setTimeout(() => {
    live = import('../live.ts').then(({ listen }) => listen())
  })
  return () => {
    clearTimeout(timer)
    void live?.then((stop) => stop())
  }
}
