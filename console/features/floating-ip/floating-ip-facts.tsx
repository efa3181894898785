// What cannot be edited about a floating IP.
import { useLabelChips } from '../../table/labels-fact.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { Properties } from '../../ui/display/properties.tsx'
import { InstanceName } from '../instance/instance-name.tsx'
import { PoolName } from '../ip-pool/pool-name.tsx'
import type { FloatingIp } from './floating-ip-actions.tsx'

export function FloatingIpFacts({ project, floatingIp }: { project: string; floatingIp: FloatingIp }) {
  const { id, ip, ipPoolId, instanceId, timeCreated, timeModified } = floatingIp
  return (
    <Properties
      items={[
        { name: 'IP address', value: <CopyText text={ip} maxLength={40} /> },
        { name: 'IP pool', value: <PoolName id={ipPoolId} /> },
        { name: 'Instance', value: instanceId && <InstanceName project={project} id={instanceId} /> },
        ...useLabelChips({ kind: 'floating_ip', project }, floatingIp.name),
        { name: 'ID', value: <CopyText text={id} /> },
        { name: 'Created', value: <DateTime value={timeCreated} /> },
        { name: 'Updated', value: <DateTime value={timeModified} /> },
      ]}
    />
  )
}
