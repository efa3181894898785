// What operators can do to a sled in service: open or close it to new instances.
import { apiAction, type Action } from '../../action/action.tsx'
import type { Sled } from './sled-queries.ts'

export const isProvisionable = ({ policy }: Sled) =>
  policy.kind === 'in_service' && policy.provisionPolicy === 'provisionable'

/** `onClosed` offers to empty it. */
export function provisionAction(sled: Sled, denied: string | undefined, onClosed?: () => unknown): Action {
  const closes = isProvisionable(sled)
  const { serial } = sled.baseboard
  const params = {
    path: { sledId: sled.id },
    body: { state: closes ? ('non_provisionable' as const) : ('provisionable' as const) },
  }
  const label = closes ? 'Stop provisioning' : 'Resume provisioning'
  return apiAction({
    label,
    icon: closes ? 'disable' : 'enable',
    whyNot: denied ?? (sled.policy.kind === 'expunged' ? 'The sled has been expunged.' : undefined),
    operation: 'sled_set_provision_policy',
    params,
    ask: {
      title: `${label} on sled`,
      content: closes ? (
        <>
          Stop placing instances on <strong>{serial}</strong>?
        </>
      ) : (
        <>
          Place instances on <strong>{serial}</strong> again?
        </>
      ),
      consequence: closes
        ? 'Running instances stay until they are stopped; their next start is on another sled. Disks are not affected.'
        : 'New and restarted instances can be placed on it. Nothing is moved there.',
      actionLabel: label,
      errorTitle: `Could not change the provision policy of ${serial}`,
    },
    ...(closes && onClosed && { onDone: onClosed }),
    done: closes ? `Sled ${serial} is not accepting new instances` : `Sled ${serial} accepts new instances`,
  })
}

/** Moves its instances to other sleds. */
export function drainAction(sled: Sled, run: () => void): Action {
  const isOpen = isProvisionable(sled)
  return {
    label: 'Drain',
    also: 'Maintenance',
    icon: 'move',
    sends: 'sled_drain_start',
    whyNot: isOpen ? 'Stop provisioning first, or new instances are placed on it' : undefined,
    run,
  }
}
