// Enabling a BFD session.
import { ipProblem } from '#contract/network-checks.ts'
import type { Model } from '#contract/client.ts'
import { TextField } from '../../form/fields.tsx'
import type { FormEnds } from '../../form/form-ends.ts'
import { SideForm } from '../../form/form-shell.tsx'
import { NativeSelectField, NumberField } from '../../form/value-fields.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { useData } from '../../use-api.ts'
import { switchItems } from '../switch/switch-names.ts'
import { bfdStatus } from './bfd-queries.ts'

interface BfdValues {
  remote: string
  switch: string
  local: string
  mode: Model<'BfdSessionEnable'>['mode']
  detectionThreshold: number
  intervalMs: number
}

const modes = [
  { value: 'single_hop', label: 'Single hop: the peer is on the same link' },
  { value: 'multi_hop', label: 'Multihop: there are routers in between' },
]
const isIp = (text: string) => ipProblem(text) ?? true
/** The protocol carries microseconds in 32 bits. */
const MAX_INTERVAL_MS = 4_294_967

export function BfdForm({ onDone, onClose }: FormEnds<void>) {
  const sessions = useData(bfdStatus())
  return (
    <SideForm
      operation="networking_bfd_enable"
      title="Enable BFD"
      whyNot={useWhyNotFleet()}
      defaultValues={{
        remote: '',
        switch: 'switch0',
        local: '',
        mode: 'single_hop',
        detectionThreshold: 3,
        intervalMs: 300,
      }}
      toParams={({ remote, local, intervalMs, ...rest }: BfdValues) => ({
        body: { ...rest, remote: remote.trim(), local: local.trim() || null, requiredRx: intervalMs * 1000 },
      })}
      onSuccess={(_, { remote, switch: location }) => {
        toast(`BFD with ${remote.trim()} enabled on ${location}`)
        return onDone()
      }}
      onClose={onClose}
    >
      {({ getValues }) => {
        // enabling a session again would change nothing
        const isNew = (remote: string) =>
          !sessions.some(({ peer, switch: at }) => peer === remote.trim() && at === getValues('switch')) ||
          'This session already exists. To change it, disable it first.'
        return (
          <>
            <TextField name="remote" label="Peer" required mono rules={{ validate: { isIp, isNew } }} />
            <NativeSelectField required name="switch" label="Switch" items={switchItems} />
            <TextField
              name="local"
              label="Local address"
              mono
              help="Leave blank to let the switch choose."
              rules={{ validate: (text: string) => text.trim() === '' || isIp(text) }}
            />
            <NativeSelectField required name="mode" label="Mode" items={modes} />
            <NumberField
              name="intervalMs"
              label="Receive interval"
              unit="ms"
              min={1}
              max={MAX_INTERVAL_MS}
              help="How often the peer is asked to send."
            />
            <NumberField
              name="detectionThreshold"
              label="Detection threshold"
              min={1}
              max={255}
              help="The path is considered dead after this many missed packets."
            />
          </>
        )
      }}
    </SideForm>
  )
}
