// Says what is wrong with the machine of an instance that runs: it is paused, or has no network, or one that the rack no longer gives, or
// somebody has changed its devices on its host.
import { usePlatform } from '../../../platform.ts'
import { Message } from '../../../ui/display/message.tsx'
import { useLoad } from '../../../use-api.ts'
import { bytesText } from '../../../util/format.ts'
import { instanceMachine } from '../instance-queries.ts'

export function MachineNotice({ project, name }: { project: string; name: string }) {
  const rack = usePlatform()
  const enabled = rack?.bindsNetworksAtStart === true
  const { data } = useLoad(instanceMachine(project, name), { enabled, optional: true })
  if (data?.type !== 'success') return null
  return (
    <>
      <StateNotice {...data.data} enforcesNetworks={rack?.enforcesNetworks === true} />
      {data.data.hasOldCpu && (
        <Message tone="notice" title="Cannot move to every host">
          This instance was started with the CPU of its host. Stop and start it to give it one that all hosts have, so
          that it can move while it runs.
        </Message>
      )}
      <DevicesNotice {...data.data} />
    </>
  )
}

interface State {
  pauseReason: string | null
  networkProblem: string | null
  hasOldNetwork: boolean
  enforcesNetworks: boolean
}

function StateNotice({ pauseReason, networkProblem, hasOldNetwork, enforcesNetworks }: State) {
  if (pauseReason)
    return (
      <Message tone="notice" title="Paused">
        {pauseReason} An operator can resume it there. A forced stop works, too.
      </Message>
    )
  if (networkProblem)
    return (
      <Message tone="notice" title="No network">
        {networkProblem} An operator can change that. Then stop and start the instance to connect it.
      </Message>
    )
  if (!hasOldNetwork) return null
  return enforcesNetworks ? (
    <Message tone="notice" title="Not on this network yet">
      The network of the rack has changed since this instance started. Stop and start it to connect it.
    </Message>
  ) : (
    <Message tone="notice" title="Old network">
      This instance was started by an earlier version, and can reach addresses of its host. Stop and start it to change
      that.
    </Message>
  )
}

interface Devices {
  missingDisks: string[]
  missingInterfaces: string[]
  divertedDisks: string[]
  removedDisks: string[]
  resizedDisks: { name: string; size: number }[]
}

/** What someone with access to the host has done there. */
function DevicesNotice({ missingDisks, missingInterfaces, divertedDisks, removedDisks, resizedDisks }: Devices) {
  const missing = [...listed('disk', missingDisks), ...listed('network interface', missingInterfaces)]
  const [diverted] = listed('disk', divertedDisks)
  const [removed] = listed('disk', removedDisks)
  return (
    <>
      {missing.length > 0 && (
        <Message tone="notice" title="Detached on the host">
          Someone has detached {missing.join(' and ')} on the host of this instance. Stop and start it to attach{' '}
          {missingDisks.length + missingInterfaces.length === 1 ? 'it' : 'them'} again.
        </Message>
      )}
      {diverted && (
        <Message tone="notice" title="Snapshot on the host">
          Someone has taken a snapshot of {diverted} on the host of this instance. What the guest has written since then
          is lost when the instance stops, unless an operator merges it into the{' '}
          {divertedDisks.length === 1 ? 'disk' : 'disks'} before.
        </Message>
      )}
      {removed && (
        <Message tone="notice" title="Removed on the host">
          Someone has removed the {removedDisks.length === 1 ? 'file' : 'files'} of {removed} on the host of this
          instance. The data is available until the instance stops. Take{' '}
          {removedDisks.length === 1 ? 'a snapshot' : 'snapshots'} first.
        </Message>
      )}
      {resizedDisks.map(({ name, size }) => (
        <Message key={name} tone="notice" title="Resized on the host">
          Someone has made disk {name} larger on the host of this instance: its guest sees {bytesText(size)}. Resize it
          to at least that size on the Storage tab.
        </Message>
      ))}
    </>
  )
}

/** Empty without names. */
function listed(noun: string, names: readonly string[]): string[] {
  if (names.length === 0) return []
  return [`${names.length === 1 ? noun : `${noun}s`} ${names.join(', ')}`]
}
