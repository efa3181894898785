// Adds a waiting sled to the rack.
import type { Action } from '../../action/action.tsx'
import { send } from '../../api.ts'
import type { WaitingSled } from './sled-queries.ts'

export function addSledAction(
  { baseboard: { serial, part }, cubby }: WaitingSled,
  { whyNot, onAdded }: { whyNot: string | undefined; onAdded: () => void },
): Action {
  const params = { body: { serial, part } }
  return {
    label: 'Add to rack',
    icon: 'add',
    whyNot,
    call: { operation: 'sled_add', params },
    ask: {
      title: 'Add sled',
      content: (
        <>
          Add <strong>{serial}</strong> in cubby {cubby} to the rack?
        </>
      ),
      consequence: 'The sled joins within a few minutes. Running instances are not moved to it.',
      actionLabel: 'Add sled',
      errorTitle: `Could not add ${serial}`,
    },
    run: () => send('sled_add', params, onAdded),
    done: `Adding ${serial} to the rack`,
  }
}
