// The pool that the system's own services take their external addresses from. Silos cannot use it.
import { Waypoints } from '@lucide/icons'
import { Outlet } from 'react-router'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { DetailPage } from '../../table/detail-page.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { useData } from '../../use-api.ts'
import { removeServiceRangeAction } from './ip-pool-actions.tsx'
import { serviceIpPool, serviceIpPoolRanges } from './ip-pool-queries.ts'
import { RangeTable } from './ip-pool-ranges.tsx'

export default function ServiceIpPoolPage() {
  const pool = useData(serviceIpPool())
  const ranges = useData(serviceIpPoolRanges()).items
  const whyNot = useWhyNotFleet()
  return (
    <DetailPage
      title="Service IP pool"
      icon={Waypoints}
      docs="ip-pools"
      noun="Service IP pool"
      facts={[
        { name: 'Name', value: pool.name },
        { name: 'Created', value: <DateTime value={pool.timeCreated} /> },
        { name: 'Description', value: pool.description },
        { name: 'ID', value: <CopyText text={pool.id} /> },
      ]}
    >
      <RangeTable
        ranges={ranges}
        addPath={paths.serviceIpPoolRangesAdd()}
        remove={({ range }) => removeServiceRangeAction(range, whyNot)}
      />
      <Outlet />
    </DetailPage>
  )
}
