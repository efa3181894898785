// Signing in with the organization's identity provider: one link that the browser follows.
import { useParams, useSearchParams } from 'react-router'
import { buttonClass } from '../../ui/input/button.tsx'
import { keep } from '../../util/keep.ts'
import { LoginLayout } from './login-layout.tsx'
import { withReturn } from '../../return-to.ts'

export default function SamlLoginPage() {
  const { silo = '', provider = '' } = useParams()
  const [search] = useSearchParams()
  const target = `/login/${encodeURIComponent(silo)}/saml/${encodeURIComponent(provider)}/redirect`
  return (
    <LoginLayout silo={silo}>
      <div className="grid">
        <a href={withReturn(target, search)} className={buttonClass('primary')} onClick={() => keep('silo', silo)}>
          Sign in with {provider}
        </a>
      </div>
    </LoginLayout>
  )
}
