// What this rack cannot do, on the pages where somebody would expect it to. Nothing on racks that can, or that do not say.
import { usePlatform } from '../platform.ts'
import { Message } from '../ui/display/message.tsx'

/** The same sentence as the API's. */
export const NO_SWITCHES = 'This rack has no switches: its machines use the network of their host.'

export function UnenforcedNetworkNotice() {
  const rack = usePlatform()
  if (!rack || rack.enforcesNetworks) return null
  return (
    <div className="mb-5">
      <Message tone="notice">
        Firewall rules, routes and external addresses are not enforced on this rack. Each instance has a network of its
        own with outbound access, and SSH reaches it through a port of its host.
      </Message>
    </div>
  )
}

const MACHINES = {
  simulated: 'Machines are simulated: instances exist only as state.',
  libvirt: 'Machines are real: they run on this host, through libvirt. A host has no slots in a rack.',
}

export const MachinesText = ({ kind }: { kind: keyof typeof MACHINES }) => (
  <p className="mb-5 text-sm text-muted">{MACHINES[kind]}</p>
)

/** Only of real ones: those of simulated machines are simulated too, and others have a notice where it matters. */
export const NetworkText = ({ kind }: { kind: 'simulated' | 'ovn' | undefined }) =>
  kind === 'ovn' && <p className="mb-5 text-sm text-muted">Networks are real: VPCs are on OVN.</p>

export function NoSwitchesNotice() {
  const rack = usePlatform()
  if (rack?.machines !== 'libvirt') return null
  return (
    <div className="mb-5">
      <Message>{NO_SWITCHES}</Message>
    </div>
  )
}
