// A new range, over the page of the service pool.
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { RangeForm } from './ip-pool-range-form.tsx'

export default function ServiceIpPoolRangeAddPage() {
  const navigate = useNavigate()
  return (
    <RangeForm
      operation="ip_pool_service_range_add"
      toParams={(body) => ({ body })}
      onDone={() => navigate(paths.serviceIpPool())}
    />
  )
}
