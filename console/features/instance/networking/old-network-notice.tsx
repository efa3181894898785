// Says that a running instance is not on the network of the rack yet: it was started before the rack had it.
import { usePlatform } from '../../../platform.ts'
import { Message } from '../../../ui/display/message.tsx'
import { useLoad } from '../../../use-api.ts'
import { instanceMachine } from '../instance-queries.ts'

export function OldNetworkNotice({ project, name }: { project: string; name: string }) {
  const enabled = usePlatform()?.bindsNetworksAtStart === true
  const { data } = useLoad(instanceMachine(project, name), { enabled, optional: true })
  if (data?.type !== 'success' || !data.data.hasOldNetwork) return null
  return (
    <Message tone="notice" title="Not on this network yet">
      The network of the rack has changed since this instance started. Stop and start it to connect it.
    </Message>
  )
}
