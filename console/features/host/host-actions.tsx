// What administrators do with a host: check it again, add its sled to the rack, and remove it.
import { apiAction, type Action, type Question } from '../../action/action.tsx'
import { prefetch, send } from '../../api.ts'
import { useWhyNotFleet } from '../../me.ts'
import { useLoad } from '../../use-api.ts'
import { first1000WaitingSleds, sledInstances, type WaitingSled } from '../sled/sled-queries.ts'
import { hostName } from './host-names.ts'
import type { Host } from './host-queries.ts'

const NOT_TRUSTED = 'Compare the fingerprint first.'

interface Options {
  whyNot: string | undefined
  waiting: readonly WaitingSled[]
  onRemoved?: (() => unknown) | undefined
}

const checkAction = (host: Host, whyNot: string | undefined): Action =>
  apiAction({
    label: 'Check again',
    icon: 'reboot',
    operation: 'host_check',
    params: { path: { host: host.id } },
    whyNot: whyNot ?? (host.state === 'waiting' ? NOT_TRUSTED : undefined),
  })

function joinAction(host: Host, { whyNot, waiting }: Options): Action[] {
  if (host.state !== 'ready') return []
  const sled = waiting.find(({ baseboard }) => baseboard.serial === host.serial)
  if (!sled) return [{ label: 'Add to rack', icon: 'add', whyNot: 'Its sled appears in a few seconds.' }]
  const { part, serial } = sled.baseboard
  const name = hostName(host)
  return [
    apiAction({
      label: 'Add to rack',
      icon: 'add',
      whyNot,
      operation: 'sled_add',
      params: { body: { part, serial } },
      ask: {
        title: 'Add to rack',
        content: (
          <>
            Run instances on <strong>{name}</strong>?
          </>
        ),
        consequence: 'It joins within seconds. Running instances are not moved to it.',
        errorTitle: `Could not add ${name}`,
      },
      done: `Adding ${name} to the rack`,
    }),
  ]
}

/** One that answers has to be drained. One that does not is removed by force, if a person confirms that it stays off. */
function removeAction(host: Host, { whyNot, onRemoved }: Options): Action {
  const name = hostName(host)
  const force = host.state === 'unreachable'
  const params = { path: { host: host.id }, query: { force } }
  return {
    label: 'Remove',
    icon: 'delete',
    danger: true,
    whyNot,
    call: { operation: 'host_delete', params },
    ask: () => questionOf(host, force),
    run: () => send('host_delete', params, onRemoved),
    done: `Host ${name} removed`,
  }
}

async function questionOf(host: Host, force: boolean): Promise<Question> {
  const name = hostName(host)
  const instances = host.sledId ? await instancesOf(host.sledId) : []
  const names = instances.map((instance) => instance.name)
  const common = { actionLabel: 'Remove host', errorTitle: `Could not remove ${name}` }
  if (names.length === 0)
    return {
      ...common,
      title: 'Remove host',
      content: (
        <>
          Remove <strong>{name}</strong>?
        </>
      ),
      consequence: 'Its sled leaves the rack. Nothing changes on the host: remove this server’s key there.',
    }
  if (!force)
    return {
      ...common,
      title: 'Remove host',
      content: (
        <>
          <strong>{name}</strong> has {names.length} {names.length === 1 ? 'instance' : 'instances'}: {names.join(', ')}
          .
        </>
      ),
      whyNot: 'Drain its sled first: stop its instances, or move them.',
    }
  return {
    ...common,
    title: 'Remove a host that is off',
    content: (
      <>
        Is <strong>{name}</strong> off for good? These instances will fail: <strong>{names.join(', ')}</strong>.
      </>
    ),
    consequence:
      'They can then start on other sleds. If the host still runs them, both copies write to the same disks and damage them. If the host returns, instances on it are ended first.',
    actionLabel: 'Remove host that is off',
  }
}

/** A sled that waits has none, and is not found. */
const instancesOf = async (sledId: string) =>
  prefetch(sledInstances(sledId)).then(
    ({ items }) => items,
    () => [],
  )

/** The rack finds the sled of a host by itself a little later, which is no write that pages hear of. */
const SLED_POLL_MS = 3000

export function useHostActions(hosts: readonly Host[], onRemoved?: () => unknown): (host: Host) => Action[] {
  const whyNot = useWhyNotFleet()
  const isReady = hosts.some(({ state }) => state === 'ready')
  const waiting = useLoad(first1000WaitingSleds(), { poll: isReady && SLED_POLL_MS }).data?.items ?? []
  const options = { whyNot, waiting, onRemoved }
  return (host) => [...joinAction(host, options), checkAction(host, whyNot), removeAction(host, options)]
}
