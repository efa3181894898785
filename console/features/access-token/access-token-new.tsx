// A new access token, over the list.
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { AccessTokenForm } from './access-token-form.tsx'

export default function AccessTokenNewPage() {
  const navigate = useNavigate()
  return <AccessTokenForm onClose={() => void navigate(paths.accessTokens())} />
}
