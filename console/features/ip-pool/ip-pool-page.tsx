// One IP pool: its utilization, its ranges, the silos that can use it and the addresses in use.
import { Waypoints } from '@lucide/icons'
import { Outlet, useNavigate, useParams } from 'react-router'
import { type Action } from '../../action/action.tsx'
import { useData, useLoad } from '../../use-api.ts'
import { TextLink } from '../../frame/link.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { DetailPage } from '../../table/detail-page.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { QueryTabs } from '../../ui/display/tabs.tsx'
import { first1000ExternalNetworks } from '../external-network/external-network-queries.ts'
import { deletePoolAction, editPoolAction } from './ip-pool-actions.tsx'
import { PoolAddresses } from './ip-pool-addresses.tsx'
import { ipPoolRanges, ipPoolUtilization, ipPoolView } from './ip-pool-queries.ts'
import { PoolRanges } from './ip-pool-ranges.tsx'
import { PoolSilos } from './ip-pool-silos.tsx'
import { UtilizationBars } from './ip-pool-utilization.tsx'

export default function IpPoolPage() {
  const { pool: name = '' } = useParams()
  const navigate = useNavigate()
  const pool = useData(ipPoolView(name))
  const hasRanges = useData(ipPoolRanges(name)).items.length > 0
  const utilization = useData(ipPoolUtilization(name))
  const whyNot = useWhyNotFleet()
  const actions: Action[] = [
    editPoolAction(name, whyNot),
    deletePoolAction(pool, {
      whyNot: whyNot ?? (hasRanges ? 'The pool has ranges. Remove them first.' : undefined),
      onDone: () => navigate(paths.ipPools()),
    }),
  ]
  return (
    <DetailPage
      title={name}
      icon={Waypoints}
      docs="ip-pools"
      noun="IP pool"
      id={pool.id}
      actions={actions}
      overview={<UtilizationBars utilization={utilization} />}
      facts={[
        { name: 'Description', value: pool.description },
        { name: 'External network', value: <ExternalNetworkOf pool={pool.id} /> },
        { name: 'Created', value: <DateTime value={pool.timeCreated} /> },
        { name: 'ID', value: <CopyText text={pool.id} /> },
        { name: 'Last modified', value: <DateTime value={pool.timeModified} /> },
      ]}
    >
      <QueryTabs
        label="IP pool"
        tabs={[
          { value: 'ranges', label: 'IP ranges', content: <PoolRanges pool={name} /> },
          { value: 'silos', label: 'Linked silos', content: <PoolSilos pool={name} /> },
          { value: 'addresses', label: 'Addresses in use', content: <PoolAddresses pool={name} /> },
        ]}
      />
      <Outlet />
    </DetailPage>
  )
}

/** The list has it; a pool says nothing of its network. */
function ExternalNetworkOf({ pool }: { pool: string }) {
  const { data } = useLoad(first1000ExternalNetworks(), { optional: true })
  const network = data?.items.find(({ ipPoolIds }) => ipPoolIds.includes(pool))
  return network ? <TextLink to={paths.externalNetworks()}>{network.name}</TextLink> : <Dash />
}
