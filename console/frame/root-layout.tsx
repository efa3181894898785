// Around every page, signed in or not: the window title and its announcement, the loading bar, toasts and the confirm dialog.
import { useEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router'
import { isPreview } from '../host.ts'
import { reportShown } from '../shown.ts'
import { LoadingBar, SkipLink } from '../ui/display/frame-bits.tsx'
import { lazyPopup } from '../ui/display/lazy.tsx'
import { ConfirmDialog, ConfirmHost } from '../ui/overlay/confirm.tsx'
import { MenuPopup } from '../ui/overlay/menu.tsx'
import { PopoverPopup } from '../ui/overlay/popover.tsx'
import { Toaster, ToastStack } from '../ui/overlay/toaster.tsx'
import { TooltipPopup } from '../ui/overlay/tooltip.tsx'
import { titleOf, useCrumbs } from './crumbs.ts'
import { ErrorTitle } from './window-title.ts'

const PreviewBanner = lazyPopup(async () => (await import('./preview-banner.lazy.tsx')).PreviewBanner)

export function RootLayout() {
  const navigation = useNavigation()
  const { key } = useLocation()
  useEffect(() => reportShown(key), [key])
  useEffect(preloadPopups, [])
  return (
    <div className="flex h-dvh flex-col print:h-auto">
      <SkipLink />
      <LoadingBar active={navigation.state !== 'idle'} />
      {isPreview && <PreviewBanner onClose={() => undefined} />}
      <div className="min-h-0 grow">
        <Outlet />
      </div>
      <Toaster />
      <ConfirmHost />
    </div>
  )
}

const POPUPS = [MenuPopup, TooltipPopup, PopoverPopup, ConfirmDialog, ToastStack]
const preload = () => POPUPS.forEach((popup) => popup.preload())

/** Loads the common popups when the page is idle: the first click on a menu is instant, and the toast that reports a lost connection
 * is there when the connection is lost. */
function preloadPopups(): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(preload, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(preload, { timeout: 2000 })
  return () => cancelIdleCallback(handle)
}

/** Sets the window title. Inside the outer error boundary, whose page sets its own. */
export function TitledOutlet() {
  const crumbs = useCrumbs()
  const [errorTitle, setErrorTitle] = useState<string>()
  const title = errorTitle ? `${errorTitle} / Rackwright` : titleOf(crumbs)
  const [announced, announce] = useState('')
  const isFirst = useRef(true)
  useEffect(() => {
    document.title = title
    // screen readers announce only the first page on their own
    if (!isFirst.current) announce(title)
    isFirst.current = false
  }, [title])
  return (
    <>
      <ErrorTitle value={setErrorTitle}>
        <Outlet />
      </ErrorTitle>
      <output className="sr-only">{announced}</output>
    </>
  )
}
