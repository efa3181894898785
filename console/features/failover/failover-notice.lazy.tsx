// How far the failover of a sled is, on its page: each step with its time, the instances that wait, and what a person can do.
import { apiAction } from '../../action/action.tsx'
import { ActionButton } from '../../frame/action-button.tsx'
import { Message } from '../../ui/display/message.tsx'
import { useLoad } from '../../use-api.ts'
import { sledFailover, type Failover } from './failover-queries.ts'
import { StepList } from './step-list.tsx'

const POLL_MS = 2_000

interface Props {
  sledId: string
  serial: string
  isSilent: boolean
  /** why the user cannot confirm that the host is off */
  denied: string | undefined
}

export function FailoverNotice({ sledId, serial, isSilent, denied }: Props) {
  const known = useFailover(sledId)
  const isOpen = known !== undefined && known.state !== 'ended'
  // read twice: how often it is read depends on what was read
  const failover = useFailover(sledId, (isOpen || isSilent) && POLL_MS)
  const canConfirm = isSilent && failover?.state !== 'fenced'
  const confirm = canConfirm ? <ActionButton action={confirmAction(sledId, serial, denied)} /> : undefined
  if (!failover)
    return confirm ? (
      <Message tone="notice" title="Is the host off?" action={confirm}>
        If the host is off and stays off, confirm it to start its instances on other sleds.
      </Message>
    ) : null
  return (
    <Message tone={toneOf(failover)} title={titleOf(failover)} action={confirm}>
      {failover.problem && <p className="wrap-anywhere">{failover.problem}</p>}
      <StepList failover={failover} />
      {failover.state === 'waiting' && (
        <p className="text-muted">It has not answered for {failover.waitedSeconds} seconds.</p>
      )}
      <Instances failover={failover} />
    </Message>
  )
}

const useFailover = (sledId: string, poll: number | false = false): Failover | undefined =>
  useLoad(sledFailover(sledId), { poll, optional: true }).data?.failover ?? undefined

function Instances({ failover: { instances } }: { failover: Failover }) {
  const waiting = instances.filter(({ state }) => state === 'waiting')
  const restarted = instances.filter(({ state }) => state === 'restarted').length
  const kept = instances.filter(({ state }) => state === 'kept').length
  return (
    <>
      {instances.length > 0 && (
        <p className="mt-1 text-muted">
          {restarted} started elsewhere, {waiting.length} waiting
          {kept > 0 && `, ${kept} left off by auto-restart policy`}.
        </p>
      )}
      {waiting.length > 0 && (
        <ul aria-label="Instances that wait" className="mt-1 space-y-1">
          {waiting.map(({ instanceId, instanceName, siloName, projectName, importance, reason }) => (
            <li key={instanceId} className="wrap-anywhere">
              <strong>{instanceName}</strong> ({siloName} / {projectName}, {importance} importance)
              {reason && `: ${reason}`}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const toneOf = ({ state, problem }: Failover) => {
  if (problem !== null) return 'danger' as const
  return state === 'ended' ? undefined : ('notice' as const)
}

const titles: Record<Failover['state'], string> = {
  waiting: 'Waiting before failover',
  fencing: 'Fencing the host',
  fenced: 'Fenced. Its instances start on other sleds',
  returned: 'Back in service. Some instances wait for room',
  ended: 'Last failover',
}

const titleOf = ({ state, problem }: Failover) => (problem === null ? titles[state] : 'Failover is blocked')

const confirmAction = (sledId: string, serial: string, denied: string | undefined) =>
  apiAction({
    label: 'Confirm that it is off',
    whyNot: denied,
    caution: true,
    operation: 'sled_confirm_off',
    params: { path: { sledId } },
    ask: {
      title: 'Confirm that the host is off',
      content: (
        <>
          Is the host of sled <strong>{serial}</strong> off? Look at the machine itself, not only at its network.
        </>
      ),
      consequence:
        'Its instances start on other sleds. If the host still runs them, two copies write to the same disks and destroy them.',
      actionLabel: 'It is off',
      errorTitle: `Could not confirm that ${serial} is off`,
    },
    done: `Instances of sled ${serial} start on other sleds`,
  })
