// A new range, over the pool's page.
import { useNavigate, useParams } from 'react-router'
import { paths } from '../../paths.ts'
import { RangeForm } from './ip-pool-range-form.tsx'

export default function IpPoolRangeAddPage() {
  const navigate = useNavigate()
  const { pool = '' } = useParams()
  return (
    <RangeForm
      operation="ip_pool_range_add"
      toParams={(body) => ({ path: { pool }, body })}
      onDone={() => navigate(paths.ipPool({ pool }))}
    />
  )
}
