// One BGP configuration: its sessions, the routes it exchanges and its latest messages.
import { EthernetPort } from '@lucide/icons'
import { useNavigate, useParams } from 'react-router'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { DetailPage } from '../../table/detail-page.tsx'
import { RefreshNouns } from '../../table/refresh-nouns.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { QueryTabs } from '../../ui/display/tabs.tsx'
import { useData } from '../../use-api.ts'
import { deleteConfigAction } from './bgp-actions.tsx'
import { BgpMessages } from './bgp-messages.tsx'
import { bgpConfigView } from './bgp-queries.ts'
import { ExportedRoutes, ImportedRoutes } from './bgp-routes.tsx'
import { BgpSessions } from './bgp-sessions.tsx'

export default function BgpConfigPage() {
  const { config: name = '' } = useParams()
  const navigate = useNavigate()
  const whyNot = useWhyNotFleet()
  const config = useData(bgpConfigView(name))
  const { asn } = config
  const remove = deleteConfigAction(config, { whyNot, onDone: () => navigate(paths.bgp()) })
  return (
    <DetailPage
      title={name}
      icon={EthernetPort}
      docs="fabric"
      noun="BGP configuration"
      id={config.id}
      tools={<RefreshNouns nouns={['bgp']} />}
      actions={[remove]}
      facts={[
        { name: 'AS number', value: asn },
        { name: 'Created', value: <DateTime value={config.timeCreated} /> },
        { name: 'VRF', value: config.vrf },
        { name: 'ID', value: <CopyText text={config.id} /> },
        { name: 'Description', value: config.description },
      ]}
    >
      <QueryTabs
        label="BGP configuration"
        tabs={[
          { value: 'sessions', label: 'Sessions', content: <BgpSessions asn={asn} /> },
          { value: 'imported', label: 'Imported routes', content: <ImportedRoutes asn={asn} /> },
          { value: 'exported', label: 'Exported routes', content: <ExportedRoutes asn={asn} /> },
          { value: 'messages', label: 'Messages', content: <BgpMessages asn={asn} /> },
        ]}
      />
    </DetailPage>
  )
}
