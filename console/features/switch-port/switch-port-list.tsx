// The ports of all switches: which settings they have, and whether their links are up.
import { EthernetPort } from '@lucide/icons'
import { useState } from 'react'
import type { Model } from '#contract/client.ts'
import { copyIdAction, menuItem } from '../../action/action.tsx'
import { TextLink } from '../../frame/link.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { FilteredTable } from '../../table/filtered-table.tsx'
import { ListPage } from '../../table/list-page.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import type { Column } from '../../ui/display/table.tsx'
import { Checkbox } from '../../ui/input/checkbox.tsx'
import { useData } from '../../use-api.ts'
import { first1000PortSettings } from '../switch-port-settings/switch-port-settings-queries.ts'
import { Faceplate } from './faceplate.tsx'
import { comparePorts } from './port-links.ts'
import { PortState } from './port-state.tsx'
import { applyAction, clearAction } from './switch-port-actions.tsx'
import { everySwitchPort, type PortAt } from './switch-port-queries.ts'

const ApplyForm = lazyPopup(async () => (await import('./switch-port-apply-form.lazy.tsx')).SwitchPortApplyForm)

type Port = Model<'SwitchPort'>

export const portAt = ({ rackId, switchLocation, portName }: Port): PortAt => ({
  rackId,
  location: switchLocation,
  port: portName,
})

const columnsOf = (names: ReadonlyMap<string, string>, hasRacks: boolean): Column<Port>[] => [
  {
    id: 'port',
    header: 'Port',
    cell: (port) => <TextLink to={paths.switchPort({ ...portAt(port) })}>{port.portName}</TextLink>,
  },
  { id: 'switch', header: 'Switch', early: true, cell: ({ switchLocation }) => switchLocation },
  {
    id: 'settings',
    header: 'Settings',
    cell({ portSettingsId }) {
      const settings = names.get(portSettingsId ?? '')
      return settings ? <TextLink to={paths.portSettingsPage({ settings })}>{settings}</TextLink> : <Dash />
    },
  },
  {
    id: 'links',
    header: 'Links',
    cell: (port) => (port.portSettingsId ? <PortState {...portAt(port)} /> : <Dash />),
  },
  ...(hasRacks
    ? [{ id: 'rack', header: 'Rack ID', cell: ({ rackId }: Port) => <CopyText text={rackId} maxLength={12} /> }]
    : []),
]

const compare = (a: Port, b: Port) =>
  a.rackId.localeCompare(b.rackId) ||
  a.switchLocation.localeCompare(b.switchLocation) ||
  comparePorts(a.portName, b.portName)

/** By switch; the rack is named only where there are several. */
function switchesOf(ports: readonly Port[]): [title: string, ports: Port[]][] {
  const isOneRack = new Set(ports.map(({ rackId }) => rackId)).size === 1
  const titleOf = ({ rackId, switchLocation }: Port) =>
    isOneRack ? switchLocation : `${switchLocation} of rack ${rackId}`
  const titles = [...new Set(ports.map(titleOf))]
  return titles.map((title) => [title, ports.filter((port) => titleOf(port) === title)])
}

export default function SwitchPortListTab() {
  const whyNot = useWhyNotFleet()
  const ports = useData(everySwitchPort()).items.toSorted(compare)
  const names = new Map(useData(first1000PortSettings()).items.map(({ id, name }) => [id, name]))
  const [onlyUsed, setOnlyUsed] = useState(false)
  const [applying, setApplying] = useState<Port>()
  const used = ports.filter(({ portSettingsId }) => portSettingsId)
  const hasRacks = new Set(ports.map(({ rackId }) => rackId)).size > 1
  const nameOf = ({ portSettingsId }: Port) => names.get(portSettingsId ?? '')
  return (
    <ListPage
      isTab
      title="Switch ports"
      icon={EthernetPort}
      tools={
        ports.length > 0 && (
          <Checkbox checked={onlyUsed} onChange={({ target }) => setOnlyUsed(target.checked)}>
            {`Only the ${used.length} with settings`}
          </Checkbox>
        )
      }
      empty={ports.length === 0 && { title: 'No switch ports', text: 'The ports of switches in the rack appear here.' }}
    >
      <div className="mb-5 flex flex-wrap gap-4">
        {switchesOf(ports).map(([title, own]) => (
          <Faceplate key={title} title={title} ports={own} settingsOf={nameOf} />
        ))}
      </div>
      {ports.length > 0 && (
        <FilteredTable
          label="switch ports"
          columns={columnsOf(names, hasRacks)}
          rows={onlyUsed ? used : ports}
          rowKey={({ id }) => id}
          rowLabel={({ switchLocation, portName }) => `${switchLocation} ${portName}`}
          text={(port) => `${port.portName} ${port.switchLocation} ${nameOf(port) ?? ''} ${port.rackId}`}
          actions={(port) =>
            [
              copyIdAction(port.id),
              applyAction(() => setApplying(port), whyNot),
              clearAction(portAt(port), nameOf(port), whyNot),
            ].map(menuItem)
          }
        />
      )}
      {applying && (
        <ApplyForm at={portAt(applying)} current={nameOf(applying)} onClose={() => setApplying(undefined)} />
      )}
    </ListPage>
  )
}
