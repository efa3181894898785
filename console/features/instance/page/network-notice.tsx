// Says that a running instance has no network, or still has one that the rack no longer gives.
import { usePlatform } from '../../../platform.ts'
import { Message } from '../../../ui/display/message.tsx'
import { useLoad } from '../../../use-api.ts'
import { instanceMachine } from '../instance-queries.ts'

export function NetworkNotice({ project, name }: { project: string; name: string }) {
  const rack = usePlatform()
  const enabled = rack?.bindsNetworksAtStart === true
  const { data } = useLoad(instanceMachine(project, name), { enabled, optional: true })
  if (data?.type !== 'success') return null
  const { networkProblem, hasOldNetwork } = data.data
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
