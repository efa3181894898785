// Signing in with an OpenID Connect provider: one button that leads there. The route's loader completes the login on the way back.
import { useLoaderData, useParams, useSearchParams } from 'react-router'
import { ApiError } from '#contract/errors.ts'
import { useCall } from '../../call.ts'
import { returnTo } from '../../return-to.ts'
import { Message } from '../../ui/display/message.tsx'
import { Button } from '../../ui/input/button.tsx'
import { LoginLayout } from './login-layout.tsx'
import { rememberReturn } from './oidc-return.ts'

export default function OidcLoginPage() {
  const { silo = '', provider = '' } = useParams()
  const [search] = useSearchParams()
  const failed = useLoaderData<Error | null>()
  const begin = useCall('login_oidc_begin', {
    onSuccess({ location: target }) {
      rememberReturn(returnTo(search))
      location.assign(target)
      // the button stays busy until the browser has left
      return new Promise(() => undefined)
    },
  })
  const failure = begin.error ?? failed
  return (
    <LoginLayout silo={silo}>
      <div className="grid gap-4">
        {failure && <LoginFailure error={failure} />}
        <Button
          variant="primary"
          pending={begin.isPending}
          onClick={() => begin.mutate({ path: { siloName: silo, providerName: provider } })}
        >
          Sign in with {provider}
        </Button>
      </div>
    </LoginLayout>
  )
}

/** The server's log has the details, which would help a forger, under the ID of the request. */
function LoginFailure({ error }: { error: Error }) {
  const requestId = error instanceof ApiError ? error.requestId : undefined
  if (error instanceof ApiError && error.errorCode === 'UserDisabled')
    return (
      <Message tone="danger" alert title="Sign-in failed">
        {error.message}
      </Message>
    )
  return (
    <Message tone="danger" alert title="Sign-in failed">
      <p>{error.message.replace(/\.?$/, '.')} You are not signed in.</p>
      <p className="mt-2">
        Try again. If it fails again, ask your administrator{requestId && <> about request {requestId}</>}.
      </p>
    </Message>
  )
}
