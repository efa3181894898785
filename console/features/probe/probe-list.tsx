// The probes of a project and where they run.
import { Radar } from '@lucide/icons'
import { useParams } from 'react-router'
import { TextLink } from '../../frame/link.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { idColumn, nameColumn, type ResourceColumn } from '../../table/columns.tsx'
import { ResourcePage } from '../../table/resource-page.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { useData } from '../../use-api.ts'
import { first1000Sleds } from '../sled/sled-queries.ts'
import { deleteProbeAction, type Probe } from './probe-actions.tsx'
import { probeList } from './probe-queries.ts'

const externalText = ({ externalIps }: Probe) => externalIps.map(({ ip }) => ip).join(', ')

const columnsOf = (project: string, serials: ReadonlyMap<string, string>): ResourceColumn<Probe>[] => [
  nameColumn<Probe>(({ name }) => paths.probe({ project, probe: name })),
  {
    id: 'external-ip',
    header: 'External IP',
    early: true,
    text: externalText,
    cell: (probe) => <CopyText text={externalText(probe)} maxLength={40} />,
  },
  {
    id: 'ip',
    header: 'Internal IP',
    text: ({ interface: nic }) => nic.ip,
    cell: ({ interface: nic }) => <CopyText text={nic.ip} maxLength={40} />,
  },
  {
    id: 'sled',
    header: 'Sled',
    text: ({ sled }) => serials.get(sled) ?? sled,
    cell: ({ sled }) => (
      <TextLink to={paths.sledInstances({ sledId: sled })}>{serials.get(sled) ?? sled.slice(0, 8)}</TextLink>
    ),
  },
  idColumn<Probe>(),
]

export default function ProbeListPage() {
  const { project = '' } = useParams()
  const serials = new Map(useData(first1000Sleds()).items.map(({ id, baseboard }) => [id, baseboard.serial]))
  const whyNot = useWhyNotFleet()
  return (
    <ResourcePage
      title="Probes"
      icon={Radar}
      docs="probes"
      create={[{ label: 'New probe', whyNot, to: paths.probesNew({ project }) }]}
      label="probes"
      list={(page) => probeList(project, page)}
      columns={columnsOf(project, serials)}
      actions={(probe) => [deleteProbeAction(project, probe, whyNot)]}
      empty="A probe is a small test machine on a sled of your choice. Operators check the network with it."
    />
  )
}
