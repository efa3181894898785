// `rackwright instance wait --state running`.
import { instanceStates, type InstanceState } from '#contract/instance-states.ts'
import { needText, readNumber, textIn } from '../args.ts'
import type { Run } from '../context.ts'
import { CliError, EXIT, usage } from '../failure.ts'
import { print } from '../output.ts'

const POLL_INTERVAL_MS = 1000
const DEFAULT_TIMEOUT_S = 300

export const wait: Run = async (given, _positionals, { io, format, connect }) => {
  const wanted = needText(given, 'state')
  const states: readonly string[] = instanceStates
  if (!states.includes(wanted)) throw usage(`--state must be one of ${states.join(', ')}, not ${wanted}`)
  const project = textIn(given, 'project')
  const at = { path: { instance: needText(given, 'instance') }, query: { project } }
  const timeout = readNumber('timeout', textIn(given, 'timeout') ?? String(DEFAULT_TIMEOUT_S))
  const api = connect()
  for (let waited = 0; ; waited += POLL_INTERVAL_MS) {
    const instance = await api.call<{ run_state: InstanceState }>('instance_view', at, io.signal)
    if (instance.run_state === wanted) return print(io, format, instance)
    if (instance.run_state === 'failed' || waited >= timeout * 1000)
      throw new CliError(EXIT.other, `the instance is ${instance.run_state}, not ${wanted}`)
    await io.sleep(POLL_INTERVAL_MS, io.signal)
  }
}
