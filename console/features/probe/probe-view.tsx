// One probe, over the list. Read only: probes cannot be changed.
import { useNavigationType } from 'react-router'
import type { Data } from '#contract/client.ts'
import { TextLink } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { CopyText } from '../../ui/display/copy.tsx'
import { Properties } from '../../ui/display/properties.tsx'
import { SideModal } from '../../ui/overlay/dialog.tsx'
import { useData } from '../../use-api.ts'
import { first1000Sleds } from '../sled/sled-queries.ts'

export function ProbeView({ probe, onClose }: { probe: Data<'probe_view'>; onClose: () => void }) {
  const animate = useNavigationType() === 'PUSH'
  const { id, name, sled, externalIps, interface: nic } = probe
  const serial = useData(first1000Sleds()).items.find((one) => one.id === sled)?.baseboard.serial
  return (
    <SideModal title="Probe" subtitle={name} animate={animate} onDismiss={onClose}>
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
