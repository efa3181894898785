// The root of every page, signed in or not: window title and its announcement, loading bar, toasts and confirm dialog.
import { useEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router'
import { isPreview } from '../host.ts'
import { reportShown } from '../shown.ts'
import { useTheme } from '../theme/theme.ts'
import { LoadingBar, SkipLink } from '../ui/display/frame-bits.tsx'
import { lazyPart } from '../ui/display/lazy.tsx'
import { ConfirmHost } from '../ui/overlay/confirm.tsx'
import { Toaster, ToastStack } from '../ui/overlay/toaster.tsx'
import { titleOf, useCrumbs } from './crumbs.ts'
import { useFirstPageLoaded } from './first-page.ts'
import { ErrorPage } from './route-error.tsx'
import { ErrorTitle, useProductName } from './window-title.ts'

// the fallback has the banner's height: the page must not move down when the banner appears
const PreviewBanner = lazyPart(
  async () => (await import('./preview/preview-banner.lazy.tsx')).PreviewBanner,
  <div className="h-8 shrink-0" />,
)

export function RootLayout() {
  const navigation = useNavigation()
  const { key } = useLocation()
  // pages without a top bar follow the system's theme too
  useTheme()
  useEffect(() => reportShown(key), [key])
  const isLoaded = useFirstPageLoaded()
  useEffect(() => (isLoaded ? preloadWhenIdle() : undefined), [isLoaded])
  return (
    // tests read the entry to tell whether navigation is complete
    <div data-entry={key} className="flex h-dvh flex-col print:h-auto">
      <SkipLink />
      <LoadingBar active={navigation.state !== 'idle'} />
      {isPreview && <PreviewBanner />}
      <div className="min-h-0 grow">
        <Outlet />
      </div>
      <Toaster />
      <ConfirmHost />
    </div>
  )
}

/** Both report a lost connection, and cannot be loaded then. */
function preload(): void {
  ToastStack.preload()
  ErrorPage.preload()
}

function preloadWhenIdle(): () => void {
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
  const product = useProductName()
  const title = errorTitle ? `${errorTitle} / ${product}` : titleOf(crumbs, product)
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
