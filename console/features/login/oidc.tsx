// Signing in with an OpenID Connect provider: one button that leads there. The route's loader completes the login on the way back.
import { useParams, useSearchParams } from 'react-router'
import { useCall } from '../../call.ts'
import { returnTo } from '../../return-to.ts'
import { Message } from '../../ui/display/message.tsx'
import { Button } from '../../ui/input/button.tsx'
import { LoginLayout } from './login-layout.tsx'
import { rememberReturn } from './oidc-return.ts'

export default function OidcLoginPage() {
  const { silo = '', provider = '' } = useParams()
  const [search] = useSearchParams()
  const begin = useCall('login_oidc_begin', {
    onSuccess({ location: target }) {
      rememberReturn(returnTo(search))
      location.assign(target)
      // the button stays busy until the browser has left
      return new Promise(() => undefined)
    },
  })
  const problem = begin.error?.message ?? search.get('problem')
  return (
    <LoginLayout silo={silo}>
      <div className="grid gap-4">
        {problem && (
          <Message tone="danger" alert>
            {problem}
          </Message>
        )}
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
