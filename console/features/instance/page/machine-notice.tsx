// Says what is wrong with the machine of an instance that runs: it is paused, or has no network, or one that the rack no longer gives.
import { usePlatform } from '../../../platform.ts'
import { Message } from '../../../ui/display/message.tsx'
import { useLoad } from '../../../use-api.ts'
import { instanceMachine } from '../instance-queries.ts'

export function MachineNotice({ project, name }: { project: string; name: string }) {
  const rack = usePlatform()
  const enabled = rack?.bindsNetworksAtStart === true
  const { data } = useLoad(instanceMachine(project, name), { enabled, optional: true })
  if (data?.type !== 'success') return null
  const { pauseReason, networkProblem, hasOldNetwork } = data.data
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
  return rack?.enforcesNetworks ? (
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
