// What this rack cannot do, on the pages where somebody would expect it to. Nothing on racks that can, or that do not say.
import type { Model } from '#contract/client.ts'
import { usePlatform } from '../platform.ts'
import { Message } from '../ui/display/message.tsx'

type Platform = Model<'Platform'>

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

const MACHINES: Record<Platform['machines'], string> = {
  simulated: 'Machines are simulated: instances exist only as state.',
  libvirt: 'Machines are real: they run on this host, through libvirt. A host has no slots in a rack.',
}

export const MachinesText = ({ kind }: { kind: Platform['machines'] }) => (
  <p className="mb-5 text-sm text-muted">{MACHINES[kind]}</p>
)

/** Only of real ones: those of simulated machines are simulated too, and others have a notice where it matters. */
const NETWORKS: Record<Platform['network'], string | undefined> = {
  simulated: undefined,
  ovn: 'Networks are real: VPCs are on OVN.',
}

export function NetworkText({ kind }: { kind: Platform['network'] | undefined }) {
  const text = kind && NETWORKS[kind]
  return text && <p className="mb-5 text-sm text-muted">{text}</p>
}

export function NoSwitchesNotice() {
  const rack = usePlatform()
  if (rack?.hasSwitches !== false) return null
  return (
    <div className="mb-5">
      <Message>{NO_SWITCHES}</Message>
    </div>
  )
}
