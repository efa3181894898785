// How SSH reaches an instance: at its external address or, where addresses are not enforced, through a port of its host.
import { usePlatform } from '../../../platform.ts'
import { useLoad } from '../../../use-api.ts'
import { STARTER_OS } from '../../../upload/starter-os.ts'
import { imageById } from '../../image/image-queries.ts'
import { instanceDisks, instanceExternalIps, instanceMachine, instanceView } from '../instance-queries.ts'

interface At {
  project: string
  instance: string
}

interface SshCommand {
  text: string
  /** undefined if the text is a command that can be run */
  whyNot?: string
  /** the port belongs to the host */
  isForwarded?: boolean
}

/** A placeholder, except for the starter image, which has only root. Machines without SSH cannot be reached anyway. */
function useLoginUser({ project, instance }: At): string {
  const enabled = usePlatform()?.acceptsSsh === true
  const { data: { bootDiskId } = {} } = useLoad(instanceView(project, instance), { enabled })
  const { items = [] } = useLoad(instanceDisks(project, instance), { enabled }).data ?? {}
  const imageId = items.find(({ id }) => id === bootDiskId)?.imageId ?? undefined
  const { data: image } = useLoad(imageById(imageId ?? ''), { enabled: enabled && imageId !== undefined })
  return image?.type === 'success' && image.data.os === STARTER_OS ? 'root' : 'user'
}

export function useSshCommand({ project, instance }: At): SshCommand {
  const user = useLoginUser({ project, instance })
  const isForwarded = usePlatform()?.enforcesNetworks === false
  const { items = [] } = useLoad(instanceExternalIps(project, instance)).data ?? {}
  const { data: answer } = useLoad(instanceMachine(project, instance), { enabled: isForwarded })
  if (isForwarded) {
    const { ssh, networkProblem } = answer?.type === 'success' ? answer.data : {}
    if (ssh) return { text: `ssh -p ${ssh.port} ${user}@${ssh.address}`, isForwarded }
    const whyNot = networkProblem ? 'The instance has no network' : 'Start the instance to get a port'
    return { text: `ssh -p PORT ${user}@127.0.0.1`, whyNot, isForwarded }
  }
  // a floating IP stays, so it is named first
  const address = items.find(({ kind }) => kind === 'floating') ?? items[0]
  if (address) return { text: `ssh ${user}@${address.ip}` }
  return { text: `ssh ${user}@ADDRESS`, whyNot: 'No external IP yet' }
}
