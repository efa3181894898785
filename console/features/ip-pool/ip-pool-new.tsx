// A new IP pool, over the list. Its page opens afterwards, because a pool needs ranges to be useful.
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { IpPoolForm } from './ip-pool-form.tsx'

export default function IpPoolNewPage() {
  const navigate = useNavigate()
  return (
    <IpPoolForm
      onDone={({ name }) => navigate(paths.ipPool({ pool: name }))}
      onClose={() => void navigate(paths.ipPools())}
    />
  )
}
