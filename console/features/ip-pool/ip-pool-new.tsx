// A new IP pool, over the list. It opens afterwards: a pool without ranges is of no use yet.
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
