// Adds a waiting sled to the rack.
import { apiAction, type Action } from '../../action/action.tsx'
import type { WaitingSled } from './sled-queries.ts'

export const addSledAction = (
  { baseboard: { serial, part }, cubby }: WaitingSled,
  { whyNot, onAdded }: { whyNot: string | undefined; onAdded: () => void },
): Action =>
  apiAction({
    label: 'Add to rack',
    icon: 'add',
    whyNot,
    operation: 'sled_add',
    params: { body: { serial, part } },
    ask: {
      title: 'Add sled',
      content: (
        <>
          Add <strong>{serial}</strong> in cubby {cubby} to the rack?
        </>
      ),
      consequence: 'The sled joins within a few minutes. Running instances are not moved to it.',
      errorTitle: `Could not add ${serial}`,
    },
    onDone: onAdded,
    done: `Adding ${serial} to the rack`,
  })
