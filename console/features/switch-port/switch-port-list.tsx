// The ports of all switches: which settings they have, and whether their links are up.
import { EthernetPort } from '@lucide/icons'
import { useState } from 'react'
import type { Model } from '#contract/client.ts'
import { copyIdAction } from '../../action/action.tsx'
import { TextLink } from '../../frame/link.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { WholeListPage } from '../../table/whole-list-page.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { lazyPart, lazyPopup } from '../../ui/display/lazy.tsx'
import { Unloaded } from '../../ui/display/skeleton.tsx'
import type { SortedColumn } from '../../table/filtered-table.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { Checkbox } from '../../ui/input/checkbox.tsx'
import { useData, useLoad } from '../../use-api.ts'
import { first1000PortSettings } from '../switch-port-settings/switch-port-settings-queries.ts'
import type { FaceplateProps } from './faceplate.lazy.tsx'
import { comparePorts } from './link-names.ts'
import { PortState } from './port-state.tsx'
import { applyAction, clearAction } from './switch-port-actions.tsx'
import { everySwitchPort, type PortAt } from './switch-port-queries.ts'

const ApplyForm = lazyPopup(async () => (await import('./switch-port-apply-form.lazy.tsx')).SwitchPortApplyForm)

const Faceplate = lazyPart(
  async () => (await import('./faceplate.lazy.tsx')).Faceplate,
  ({ className, ports }: FaceplateProps) => (
    <div className={className}>
      {ports.map(({ id }) => (
        <Skeleton key={id} className="h-7" />
      ))}
    </div>
  ),
)

/** 16 ports in a row, as on the front of the switch; on a phone they would be too small for a finger. */
const GRID = 'grid grid-cols-8 gap-1 rounded-md border border-line bg-raised p-2 sm:grid-cols-16'

type Port = Model<'SwitchPort'>

export const portAt = ({ rackId, switchLocation, portName }: Port): PortAt => ({
  rackId,
  location: switchLocation,
  port: portName,
})

interface Context {
  /** of settings */
  names: ReadonlyMap<string, string>
  isError: boolean
  hasRacks: boolean
}

const columnsOf = ({ names, isError, hasRacks }: Context): SortedColumn<Port>[] => [
  {
    id: 'port',
    header: 'Port',
    text: ({ portName }) => portName,
    cell: (port) => <TextLink to={paths.switchPort({ ...portAt(port) })}>{port.portName}</TextLink>,
  },
  {
    id: 'switch',
    header: 'Switch',
    early: true,
    text: ({ switchLocation }) => switchLocation,
    cell: ({ switchLocation }) => switchLocation,
  },
  {
    id: 'settings',
    header: 'Settings',
    text: ({ portSettingsId }) => (portSettingsId && names.get(portSettingsId)) || '',
    cell({ portSettingsId }) {
      if (!portSettingsId) return <Dash />
      const settings = names.get(portSettingsId)
      if (!settings) return <Unloaded isError={isError} />
      return <TextLink to={paths.portSettingsPage({ settings })}>{settings}</TextLink>
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
  const { data, isError } = useLoad(first1000PortSettings())
  const names = new Map(data?.items.map(({ id, name }) => [id, name]))
  const [onlyUsed, setOnlyUsed] = useState(false)
  const [applying, setApplying] = useState<Port>()
  const used = ports.filter(({ portSettingsId }) => portSettingsId)
  const hasRacks = new Set(ports.map(({ rackId }) => rackId)).size > 1
  const nameOf = ({ portSettingsId }: Port) => names.get(portSettingsId ?? '')
  return (
    <WholeListPage
      isTab
      title="Switch ports"
      icon={EthernetPort}
      tools={
        (used.length > 0 || onlyUsed) && (
          <Checkbox checked={onlyUsed} onChange={({ target }) => setOnlyUsed(target.checked)}>
            {`Configured ports only (${used.length})`}
          </Checkbox>
        )
      }
      overview={
        <div className="mb-5 flex flex-wrap gap-4">
          {switchesOf(ports).map(([title, own]) => (
            <div key={title} className="min-w-0 grow basis-96">
              <h3 className="mb-1 text-xs text-muted">{title}</h3>
              <Faceplate title={title} className={GRID} ports={own} settingsOf={nameOf} />
            </div>
          ))}
        </div>
      }
      label="switch ports"
      columns={columnsOf({ names, isError, hasRacks })}
      // a switch has dozens of ports, of which few are in use
      rows={onlyUsed ? used : [...used, ...ports.filter(({ portSettingsId }) => !portSettingsId)]}
      rowKey={({ id }) => id}
      rowLabel={({ switchLocation, portName }) => `${switchLocation} ${portName}`}
      text={(port) => `${port.portName} ${port.switchLocation} ${nameOf(port) ?? ''} ${port.rackId}`}
      actions={(port) => [
        copyIdAction(port.id),
        applyAction(() => setApplying(port), whyNot),
        clearAction(portAt(port), nameOf(port), whyNot),
      ]}
      empty="The ports of switches in the rack appear here."
      isEmpty={ports.length === 0}
    >
      {applying && (
        <ApplyForm at={portAt(applying)} current={nameOf(applying)} onClose={() => setApplying(undefined)} />
      )}
    </WholeListPage>
  )
}
