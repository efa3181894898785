// A new identity provider, over the silo's page.
import { useNavigate, useParams } from 'react-router'
import { paths } from '../../paths.ts'
import { IdentityProviderForm } from './identity-provider-form.tsx'

export default function IdentityProviderNewPage() {
  const navigate = useNavigate()
  const { silo = '' } = useParams()
  return (
    <IdentityProviderForm
      silo={silo}
      onDone={({ name }) => navigate(paths.siloSamlIdp({ silo, provider: name }))}
      onClose={() => void navigate(paths.silo({ silo }))}
    />
  )
}
