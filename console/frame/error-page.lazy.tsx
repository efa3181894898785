// The page shown instead of one that failed: in the content pane if there is a frame, otherwise in the whole window.
import { TriangleAlert } from '@lucide/icons'
import { useEffect, type ReactNode } from 'react'
import { useParams, useRevalidator } from 'react-router'
import { ApiError } from '#contract/errors.ts'
import { isUnreachable } from '../api.ts'
import { queryClient } from '../cache.ts'
import { isPreview } from '../host.ts'
import { currentUser } from '../me-queries.ts'
import { signOut } from '../me.ts'
import { paths } from '../paths.ts'
import { CopyButton } from '../ui/display/copy.tsx'
import { cx } from '../ui/display/cx.ts'
import { Icon } from '../ui/display/icon.tsx'
import { Mark } from '../ui/display/mark.tsx'
import { Button, ButtonLink } from '../ui/input/button.tsx'
import { reloadIfReachable } from '../util/reload.ts'
import { AccessNotice, WhomToAsk } from '../help/access-notice.tsx'
import { errorText, isMissingCode, statusOf, type ErrorText } from './error-text.ts'
import { useOnline, useRecovery } from './use-recovery.ts'
import { useErrorTitle } from './window-title.ts'

interface ErrorPageProps {
  error: unknown
  /** shown in the content pane; the top bar and sidebar stay */
  inFrame?: boolean
  /** even if something was not found */
  canRetry?: boolean
}

export function ErrorPage({ error, inFrame = false, canRetry = false }: ErrorPageProps) {
  const status = statusOf(error)
  const { project } = useParams()
  const silo = queryClient.getQueryData<{ siloName: string }>(currentUser().key)?.siloName
  const text = errorText(error, { isOnline: useOnline(), project, silo })
  useEffect(() => {
    // API errors are logged by ask.ts
    if (!(error instanceof ApiError) && status !== 404) console.error(error)
  }, [error, status])
  const Layout = inFrame ? PaneLayout : WindowLayout
  return (
    <Layout text={text} isMissing={status === 404} above={status === 403 && <WhomToAsk />}>
      {(status !== 404 || canRetry) && <TryAgain error={error} />}
      {status === 403 && <AccessNotice />}
      {error instanceof ApiError && error.requestId && (
        <p className="mt-4 flex items-center justify-center gap-1 text-xs text-muted">
          Request <code className="font-mono wrap-anywhere">{error.requestId}</code>
          <CopyButton text={error.requestId} label="Copy request ID" />
        </p>
      )}
    </Layout>
  )
}

/** Refetches the page's data. Missing code needs a reload, because browsers cache a failed import. */
function TryAgain({ error }: { error: unknown }) {
  const { state, revalidate } = useRevalidator()
  const again = error instanceof ApiError || isPreview ? revalidate : reloadIfReachable
  useRecovery(isUnreachable(error) || isMissingCode(error), again)
  return (
    <div className="mt-5">
      <Button pending={state === 'loading'} onClick={() => void again()}>
        Try again
      </Button>
    </div>
  )
}

/** What React Router throws for a URL without a page. */
const NO_PAGE = { status: 404, statusText: 'Not Found', internal: true, data: null }

export function NotFound({ inFrame = false }: { inFrame?: boolean }) {
  const Layout = inFrame ? PaneLayout : WindowLayout
  return <Layout text={errorText(NO_PAGE, { isOnline: true })} isMissing />
}

interface LayoutProps {
  text: ErrorText
  /** there is nothing here; the rest are failures */
  isMissing: boolean
  above?: ReactNode
  children?: ReactNode
}

function WindowLayout(props: LayoutProps) {
  return (
    <div className="flex h-full flex-col overflow-y-auto bg-linear-to-b from-raised to-page">
      <header className="flex h-12 shrink-0 items-center gap-2 px-4">
        <Mark />
        <span className="mr-auto font-semibold tracking-tight">Rackwright</span>
        <WaysOut />
      </header>
      <main id="content" tabIndex={-1} className="m-auto w-full max-w-[28rem] px-6 pt-8 pb-24 text-center outline-none">
        <Explanation {...props} />
      </main>
    </div>
  )
}

function PaneLayout(props: LayoutProps) {
  return (
    <section aria-label={props.text.title} className="mx-auto max-w-[28rem] pt-12 pb-16 text-center">
      <Explanation {...props} />
      <div className="mt-6 flex justify-center gap-2">
        <WaysOut />
      </div>
    </section>
  )
}

const WaysOut = () => (
  <>
    <ButtonLink to={paths.home()} variant="ghost">
      Back to console
    </ButtonLink>
    <Button variant="ghost" onClick={() => void signOut().catch(() => undefined)}>
      Sign out
    </Button>
  </>
)

function Explanation({ text: { title, text, detail, advice }, isMissing, above, children }: LayoutProps) {
  useErrorTitle(title)
  return (
    <>
      {above}
      <span
        aria-hidden
        className={cx(
          'mx-auto mb-4 flex size-12 items-center justify-center rounded-md [&_svg]:size-6',
          !isMissing && 'border border-line bg-page text-accent',
        )}
      >
        {isMissing ? <Mark size={48} /> : <Icon icon={TriangleAlert} />}
      </span>
      <h1 className="text-xl font-semibold">{title}</h1>
      <p className="mt-2 text-balance text-muted">{text}</p>
      <div className="mt-4 rounded-md border border-line bg-raised px-3 py-2 text-sm wrap-anywhere">
        <p>{detail}</p>
        {advice && <p className="text-muted">{advice}</p>}
      </div>
      {children}
    </>
  )
}
