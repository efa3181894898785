// How SSH reaches an instance: at its external address or, where addresses are not enforced, through a port of its host.
import { usePlatform } from '../../../platform.ts'
import { useLoad } from '../../../use-api.ts'
import { instanceExternalIps, instanceMachine } from '../instance-queries.ts'
import { useLoginName } from './login-name.ts'

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

export function useSshCommand({ project, instance }: At): SshCommand {
  // a placeholder, if it is not known; machines without SSH cannot be reached anyway
  const user = useLoginName(project, instance, usePlatform()?.acceptsSsh === true) ?? 'user'
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
