// One set of port settings: everything in it, and the ports that have it.
import { EthernetPort } from '@lucide/icons'
import { useNavigate, useParams } from 'react-router'
import { masked } from '#contract/secrets.ts'
import { TextLink } from '../../frame/link.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { DetailPage } from '../../table/detail-page.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { QueryTabs } from '../../ui/display/tabs.tsx'
import { useData } from '../../use-api.ts'
import { JsonText } from '../../frame/json-text.tsx'
import { SettingsTables } from './settings-tables.tsx'
import { deleteSettingsAction, editSettingsAction } from './switch-port-settings-actions.tsx'
import { portSettingsView } from './switch-port-settings-queries.ts'
import { portName, useAppliedPorts, type Port } from './use-applied-ports.ts'

export default function PortSettingsPage() {
  const { settings: name = '' } = useParams()
  const navigate = useNavigate()
  const whyNot = useWhyNotFleet()
  const view = useData(portSettingsView(name))
  const { settings, port } = view
  const ports = useAppliedPorts()(settings.id)
  const edit = editSettingsAction(name, whyNot)
  const remove = deleteSettingsAction(name, {
    whyNot,
    ports: ports.map(portName),
    onDone: () => navigate(paths.portSettings()),
  })
  return (
    <DetailPage
      title={name}
      icon={EthernetPort}
      docs="fabric"
      noun="Port settings"
      id={settings.id}
      buttons={[edit]}
      actions={[remove]}
      facts={[
        { name: 'Geometry', value: port.geometry },
        { name: 'Created', value: <DateTime value={settings.timeCreated} /> },
        { name: 'Applied to', value: ports.length > 0 && <PortLinks ports={ports} /> },
        { name: 'Last modified', value: <DateTime value={settings.timeModified} /> },
        { name: 'Description', value: settings.description },
        { name: 'ID', value: <CopyText text={settings.id} /> },
      ]}
    >
      <QueryTabs
        label="Port settings"
        tabs={[
          { value: 'settings', label: 'Settings', content: <SettingsTables view={view} /> },
          { value: 'json', label: 'JSON', content: <JsonText label="Settings" value={masked(view)} /> },
        ]}
      />
    </DetailPage>
  )
}

const PortLinks = ({ ports }: { ports: readonly Port[] }) => (
  <span className="flex flex-wrap gap-x-3">
    {ports.map((port) => (
      <TextLink
        key={port.id}
        to={paths.switchPort({ rackId: port.rackId, location: port.switchLocation, port: port.portName })}
      >
        {portName(port)}
      </TextLink>
    ))}
  </span>
)
