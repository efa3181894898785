// What is left when a page cannot be shown: that it is not there, or that something went wrong, and a way on.
import { CircleHelp, TriangleAlert } from '@lucide/icons'
import { Icon } from '../ui/display/icon.tsx'
import { useEffect, type ReactNode } from 'react'
import { isRouteErrorResponse, useRevalidator } from 'react-router'
import { ApiError } from '#contract/errors.ts'
import { isPreview } from '../host.ts'
import { signOut } from '../me.ts'
import { paths } from '../paths.ts'
import { Button, ButtonLink } from '../ui/input/button.tsx'
import { CopyButton } from '../ui/display/copy.tsx'
import { reloadIfReachable } from '../util/reload.ts'
import { AccessNotice } from './access-notice.tsx'

export function ErrorPage({ error }: { error: unknown }) {
  const status = error instanceof ApiError || isRouteErrorResponse(error) ? error.status : undefined
  useEffect(() => {
    // what the API refused is on the console already, and that a page is not there is all there is to say
    if (!(error instanceof ApiError) && status !== 404) console.error(error)
  }, [error, status])
  if (status === 404) return <NotFound />
  return (
    <ErrorFrame
      icon={<Icon icon={TriangleAlert} />}
      title="Something went wrong"
      text="Please try again. If the problem persists, contact your administrator."
    >
      <TryAgain error={error} />
      {status === 403 && <AccessNotice />}
      {error instanceof ApiError && error.requestId && (
        <p className="mt-4 flex items-center justify-center gap-1 text-xs text-muted">
          Request <code className="font-mono wrap-anywhere">{error.requestId}</code>
          <CopyButton text={error.requestId} label="Copy request ID" />
        </p>
      )}
    </ErrorFrame>
  )
}

/** Asks again for what the page needs. Code that did not come is not asked for twice: that takes a fresh page. */
function TryAgain({ error }: { error: unknown }) {
  const { state, revalidate } = useRevalidator()
  const again = error instanceof ApiError || isPreview ? revalidate : reloadIfReachable
  return (
    <div className="mt-5">
      <Button pending={state === 'loading'} onClick={() => void again()}>
        Try again
      </Button>
    </div>
  )
}

export function NotFound() {
  return (
    <ErrorFrame
      icon={<Icon icon={CircleHelp} />}
      title="Page not found"
      text="The page you are looking for doesn't exist or you may not have access to it."
    />
  )
}

interface ErrorFrameProps {
  icon: ReactNode
  title: string
  text: string
  children?: ReactNode
}

function ErrorFrame({ icon, title, text, children }: ErrorFrameProps) {
  useEffect(() => {
    document.title = `${title} / Rackwright`
  }, [title])
  return (
    <div className="flex h-full flex-col overflow-y-auto bg-linear-to-b from-raised to-page">
      <header className="flex h-12 shrink-0 items-center justify-between gap-2 px-4">
        <ButtonLink to={paths.home()} variant="ghost">
          Back to console
        </ButtonLink>
        <Button variant="ghost" onClick={() => void signOut().catch(() => undefined)}>
          Sign out
        </Button>
      </header>
      <main id="content" tabIndex={-1} className="m-auto w-full max-w-[28rem] px-6 pt-8 pb-24 text-center outline-none">
        <span
          aria-hidden
          className="mx-auto mb-4 flex size-12 items-center justify-center rounded-md border border-line bg-page text-accent [&_svg]:size-6"
        >
          {icon}
        </span>
        <h1 className="text-xl font-semibold">{title}</h1>
        <p className="mt-2 text-balance text-muted">{text}</p>
        {children}
      </main>
    </div>
  )
}
