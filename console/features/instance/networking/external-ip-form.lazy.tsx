// Attaching an external IP to an instance: an ephemeral one from a pool, or an existing floating IP.
import { useWatch } from 'react-hook-form'
import type { Model } from '#contract/client.ts'
import { ComboboxField } from '../../../form/combobox-field.tsx'
import { SideForm } from '../../../form/form-shell.tsx'
import { DraftForm } from '../../../form/draft-form.tsx'
import { atInstance, type Instance } from '../instance-queries.ts'
import { first1000IpPools } from '../../ip-pool/ip-pool-queries.ts'
import { PoolField } from '../../ip-pool/pool-name-field.tsx'
import { Message } from '../../../ui/display/message.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { useData } from '../../../use-api.ts'

type FloatingIp = Model<'FloatingIp'>

interface EphemeralProps {
  project: string
  instance: string
  onClose: () => void
}

export function EphemeralIpForm({ project, instance, onClose }: EphemeralProps) {
  const pools = useData(first1000IpPools()).items
  return (
    <SideForm
      operation="instance_ephemeral_ip_attach"
      title="Attach ephemeral IP"
      defaultValues={{ pool: pools.find(({ isDefault }) => isDefault)?.name ?? '' }}
      toParams={({ pool }: { pool: string }) => ({ ...atInstance(project, instance), body: { pool: pool || null } })}
      onSuccess={({ ip }) => {
        toast(`IP ${ip} attached`)
        onClose()
      }}
      onClose={onClose}
    >
      <PoolField pools={pools} />
    </SideForm>
  )
}

const floatingItems = (ips: readonly FloatingIp[]) =>
  ips.map(({ name, ip, description }) => ({
    value: name,
    label: name,
    content: (
      <>
        {name}
        <span className="block text-xs text-muted">
          <span className="font-mono">{ip}</span>
          {description && ` / ${description}`}
        </span>
      </>
    ),
  }))

interface FloatingProps {
  instance: Instance
  /** detached floating IPs */
  free: readonly FloatingIp[]
  onClose: () => void
}

interface Picked {
  floatingIp: string
}

function FloatingField({ free, name }: { free: readonly FloatingIp[]; name: string }) {
  const chosen = useWatch<Picked>({ name: 'floatingIp' })
  const ip = free.find((one) => one.name === chosen)?.ip
  return (
    <>
      <Message>
        {name} will be reachable at {ip ? <span className="font-mono">{ip}</span> : 'the floating IP'} while it is
        attached.
      </Message>
      <ComboboxField
        name="floatingIp"
        label="Floating IP"
        required
        placeholder="Select a floating IP"
        items={floatingItems(free)}
      />
    </>
  )
}

export function FloatingIpAttachForm({ instance, free, onClose }: FloatingProps) {
  const idOf = (name: string) => free.find((one) => one.name === name)?.id ?? ''
  return (
    <SideForm
      operation="floating_ip_attach"
      title="Attach floating IP"
      defaultValues={{ floatingIp: '' }}
      toParams={({ floatingIp }: Picked) => ({
        path: { floatingIp: idOf(floatingIp) },
        body: { kind: 'instance' as const, parent: instance.id },
      })}
      onSuccess={({ name }) => {
        toast(`Floating IP ${name} attached`)
        onClose()
      }}
      onClose={onClose}
    >
      <FloatingField free={free} name={instance.name} />
    </SideForm>
  )
}

interface FloatingPickProps {
  free: readonly FloatingIp[]
  onDone: (name: string) => void
  onClose: () => void
}

export function FloatingIpPickForm({ free, onDone, onClose }: FloatingPickProps) {
  return (
    <DraftForm<Picked>
      title="Attach floating IP"
      defaultValues={{ floatingIp: '' }}
      onSubmit={({ floatingIp }) => onDone(floatingIp)}
      onClose={onClose}
    >
      <FloatingField free={free} name="The instance" />
    </DraftForm>
  )
}
