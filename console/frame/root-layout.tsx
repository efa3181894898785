// What every page has around it, signed in or not: the window's title and its announcement, the bar of a slow navigation,
// notices and the one question.
import { useEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router'
import { isPreview } from '../host.ts'
import { reportShown } from '../shown.ts'
import { LoadingBar, SkipLink } from '../ui/display/frame-bits.tsx'
import { late, useLate } from '../ui/display/late.ts'
import { Toaster } from '../ui/overlay/toast.tsx'
import { titleOf, useCrumbs } from './crumbs.ts'
import { useErrorPage } from './route-error.tsx'

const overlays = late<object>(async () => (await import('./overlays.tsx')).Overlays)
const banner = late<object>(async () => (await import('./preview-banner.tsx')).PreviewBanner)

export function RootLayout() {
  const navigation = useNavigation()
  const { key } = useLocation()
  useEffect(() => reportShown(key), [key])
  const hasOverlays = useLate(overlays, false)
  useErrorPage()
  const hasBanner = useLate(banner, isPreview, false)
  return (
    <div className="flex h-dvh flex-col">
      <SkipLink />
      <LoadingBar active={navigation.state !== 'idle'} />
      {hasBanner && <banner.Part />}
      <div className="min-h-0 grow">
        <Outlet />
      </div>
      <Toaster />
      {hasOverlays && <overlays.Part />}
    </div>
  )
}

/** Names the window. Inside the boundary of errors, for an error page names it otherwise. */
export function TitledOutlet() {
  const title = titleOf(useCrumbs())
  const [announced, announce] = useState('')
  const isFirst = useRef(true)
  useEffect(() => {
    document.title = title
    // a screen reader reads the first page by itself, and hears of the others only if somebody says so
    if (!isFirst.current) announce(title)
    isFirst.current = false
  }, [title])
  return (
    <>
      <Outlet />
      <output className="sr-only">{announced}</output>
    </>
  )
}
