// All port settings, and the ports that have them.
import { EthernetPort } from '@lucide/icons'
import type { Model } from '#contract/client.ts'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { createdColumn, descriptionColumn, idColumn, nameColumn, type ResourceColumn } from '../../table/columns.tsx'
import { ResourcePage } from '../../table/resource-page.tsx'
import { Truncate } from '../../ui/display/copy.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { deleteSettingsAction, editSettingsAction } from './switch-port-settings-actions.tsx'
import { portSettingsList } from './switch-port-settings-queries.ts'
import { portName, useAppliedPorts } from './use-applied-ports.ts'

type Settings = Model<'SwitchPortSettings'>

const columnsOf = (portsOf: (id: string) => string): ResourceColumn<Settings>[] => [
  nameColumn(({ name }) => paths.portSettingsPage({ settings: name })),
  {
    id: 'ports',
    header: 'Applied to',
    early: true,
    text: ({ id }) => portsOf(id),
    cell: ({ id }) => (portsOf(id) ? <Truncate text={portsOf(id)} maxLength={48} /> : <Dash />),
  },
  descriptionColumn(),
  createdColumn(),
  idColumn(),
]

export default function PortSettingsListTab() {
  const whyNot = useWhyNotFleet()
  const applied = useAppliedPorts()
  const portsOf = (id: string) => applied(id).map(portName)
  return (
    <ResourcePage
      isTab
      title="Port settings"
      icon={EthernetPort}
      create={[{ label: 'New port settings', whyNot, to: paths.portSettingsNew() }]}
      label="port settings"
      list={portSettingsList}
      columns={columnsOf((id) => portsOf(id).join(', '))}
      actions={({ id, name }) => [
        editSettingsAction(name, whyNot),
        deleteSettingsAction(name, { whyNot, ports: portsOf(id) }),
      ]}
      empty="Port settings configure a switch port: its links, addresses, routes and BGP peers."
    />
  )
}
