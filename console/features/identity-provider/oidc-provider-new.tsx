// A new OpenID Connect provider, over the silo's page.
import { useNavigate, useParams } from 'react-router'
import { paths } from '../../paths.ts'
import { OidcProviderForm } from './oidc-provider-form.tsx'

export default function OidcProviderNewPage() {
  const navigate = useNavigate()
  const { silo = '' } = useParams()
  return <OidcProviderForm silo={silo} onClose={() => void navigate(paths.silo({ silo }))} />
}
