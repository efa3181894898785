// A new external network, over the list.
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { ExternalNetworkForm } from './external-network-form.tsx'

export default function ExternalNetworkNewPage() {
  const navigate = useNavigate()
  const back = () => navigate(paths.externalNetworks())
  return <ExternalNetworkForm onDone={back} onClose={() => void back()} />
}
