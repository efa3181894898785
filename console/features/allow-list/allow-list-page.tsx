// The allow list: the addresses that can reach the system.
import { ListChecks } from '@lucide/icons'
import { Outlet, useNavigate } from 'react-router'
import { useShortcut } from '../../frame/shortcuts.ts'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { DetailPage } from '../../table/detail-page.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { lazyPart } from '../../ui/display/lazy.tsx'
import { Message } from '../../ui/display/message.tsx'
import { Table } from '../../ui/display/table.tsx'
import { useData } from '../../use-api.ts'
import { allowList, callerAddress } from './allow-list-queries.ts'

const NotListed = lazyPart(async () => (await import('./not-listed.lazy.tsx')).NotListed)

const columns = [
  { id: 'network', header: 'Network', cell: (network: string) => <CopyText text={network} maxLength={44} /> },
]

export default function AllowListPage() {
  const navigate = useNavigate()
  const { allowedIps, timeModified } = useData(allowList())
  const caller = useData(callerAddress())
  const address = caller.type === 'success' ? caller.data.ip : undefined
  const networks = allowedIps.allow === 'list' ? allowedIps.ips : undefined
  const whyNot = useWhyNotFleet()
  const edit = { label: 'Edit allow list', to: paths.allowListEdit(), whyNot }
  useShortcut('c', edit.label, () => !whyNot && void navigate(edit.to))
  return (
    <DetailPage
      title="Allow list"
      icon={ListChecks}
      docs="allow-list"
      noun="Allow list"
      buttons={[edit]}
      facts={[
        {
          name: 'Accepts',
          value: networks
            ? `${networks.length.toLocaleString()} ${networks.length === 1 ? 'network' : 'networks'}`
            : 'Any address',
        },
        { name: 'Last modified', value: <DateTime value={timeModified} /> },
        { name: 'Your address', value: address && <CopyText text={address} maxLength={40} /> },
      ]}
    >
      {address && networks && <NotListed address={address} networks={networks} />}
      {networks ? (
        <Table
          label="Allowed networks"
          columns={columns}
          rows={networks}
          rowKey={(network) => network}
          rowLabel={(network) => network}
        />
      ) : (
        <Message>The API and the console can be reached from any address. Users still have to sign in.</Message>
      )}
      <Outlet />
    </DetailPage>
  )
}
