// The settings of an OpenID Connect provider, over the silo's page.
import { useNavigate, useParams } from 'react-router'
import { paths } from '../../paths.ts'
import { useData } from '../../use-api.ts'
import { oidcProvider } from '../silo/silo-queries.ts'
import { OidcProviderEditForm } from './oidc-provider-form.tsx'

export default function OidcProviderEditPage() {
  const navigate = useNavigate()
  const { silo = '', provider = '' } = useParams()
  return (
    <OidcProviderEditForm
      silo={silo}
      provider={useData(oidcProvider(silo, provider))}
      onClose={() => void navigate(paths.silo({ silo }))}
    />
  )
}
