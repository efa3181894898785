// One probe, over the list. Read only: probes cannot be changed.
import { useNavigate, useNavigationType, useParams } from 'react-router'
import { TextLink } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { CopyText } from '../../ui/display/copy.tsx'
import { Properties } from '../../ui/display/properties.tsx'
import { SideModal } from '../../ui/overlay/dialog.tsx'
import { useData } from '../../use-api.ts'
import { first1000Sleds } from '../sled/sled-queries.ts'
import { probeView } from './probe-queries.ts'

export default function ProbeViewPage() {
  const navigate = useNavigate()
  const animate = useNavigationType() === 'PUSH'
  const { project = '', probe: name = '' } = useParams()
  const { id, sled, externalIps, interface: nic } = useData(probeView(project, name))
  const serial = useData(first1000Sleds()).items.find((one) => one.id === sled)?.baseboard.serial
  return (
    <SideModal
      title="Probe"
      subtitle={name}
      animate={animate}
      onDismiss={() => void navigate(paths.probes({ project }))}
    >
      <Properties
        items={[
          ...externalIps.map(({ ip, kind, firstPort, lastPort }) => ({
            name: 'External IP',
            value: (
              <span className="flex flex-wrap items-center gap-x-2">
                <CopyText text={ip} maxLength={40} />
                <span className="text-xs text-muted">{`${kind}, ports ${firstPort}-${lastPort}`}</span>
              </span>
            ),
          })),
          { name: 'Internal IP', value: <CopyText text={nic.ip} maxLength={40} /> },
          { name: 'Subnet', value: <span className="font-mono text-xs">{nic.subnet}</span> },
          { name: 'MAC address', value: <CopyText text={nic.mac} /> },
          {
            name: 'Sled',
            value: <TextLink to={paths.sledInstances({ sledId: sled })}>{serial ?? sled}</TextLink>,
          },
          { name: 'ID', value: <CopyText text={id} maxLength={36} /> },
        ]}
      />
    </SideModal>
  )
}
