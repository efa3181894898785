// An action of a user, described once for row menus, page menus, bulk actions and the palette.
import type { ReactNode } from 'react'
import { capitalize } from '#contract/errors.ts'
import type { OperationId } from '#contract/operations.ts'
import type { Params } from '#contract/client.ts'
import { send } from '../api.ts'
import type { MenuIcon, MenuItem } from '../ui/overlay/menu-item.ts'
import { toast } from '../ui/overlay/toast.ts'
import { copyText } from '../util/clipboard.ts'
import type { PaletteItem } from '../frame/palette.ts'
import { askFirst } from './ask.tsx'
import type { ApiRequest } from './request-text.ts'

export interface Action {
  label: string
  icon?: MenuIcon
  /** why it is not available now; the tooltip of the disabled item */
  whyNot?: string | undefined
  /** deletes something: red in menus */
  danger?: boolean
  /** interrupts something: the confirmation is red, and Enter does not confirm it */
  caution?: boolean
  /** the page it opens */
  to?: string
  /** what it does; asks first if `ask` is set. A bulk action reports every row in one place, so then it shows no toast */
  run?: (isBulk?: boolean) => unknown
  /** the confirmation; a function if it needs to load code */
  ask?: Question | (() => Promise<Question>)
  /** the request that `run` makes, for "View API request" */
  call?: ApiRequest
  /** available for several selected rows at once */
  bulk?: boolean
}

export interface Question {
  title: string
  content: ReactNode
  /** what is lost and what is kept; shown once for a bulk action */
  consequence?: ReactNode
  /** instead of it for a bulk action, if it differs */
  bulkConsequence?: ReactNode
  /** why the action turns out not to be possible */
  whyNot?: string | undefined
  actionLabel?: string
  errorTitle?: string
}

/** Runs an action, after its confirmation if it has one. Failures become a toast. */
export async function perform(action: Action): Promise<void> {
  const { label, run, ask } = action
  try {
    if (!ask) await run?.()
    else askFirst(action, typeof ask === 'function' ? await ask() : ask)
  } catch (error) {
    toast({ tone: 'error', title: `${label} failed`, content: error instanceof Error ? error.message : String(error) })
  }
}

export const menuItem = (action: Action): MenuItem => ({
  label: action.label,
  icon: action.icon,
  group: action.danger ? 'danger' : action.icon === 'copy' ? 'copy' : 'change',
  disabledReason: action.whyNot,
  danger: action.danger,
  ...(action.to ? { href: action.to } : { onSelect: () => void perform(action) }),
})

/** For usePalette; unavailable actions are left out. */
export const paletteItemsOf = (actions: readonly Action[], group?: string): PaletteItem[] =>
  actions
    .filter(({ whyNot }) => !whyNot)
    .map((action) => ({
      label: action.label,
      group,
      ...(action.to ? { to: action.to } : { run: () => perform(action) }),
    }))

export const copyTextAction = (label: string, text: string): Action => ({
  label,
  icon: 'copy',
  run: async () => {
    if (!(await copyText(text))) throw new Error('The browser blocked clipboard access')
  },
})

export const copyIdAction = (id: string): Action => copyTextAction('Copy ID', id)

interface DeleteOptions<Op extends OperationId> {
  /** singular, as in a sentence: 'project' */
  kind: string
  name: string
  operation: Op
  params: Params<Op>
  whyNot?: string | undefined
  /** what is lost and what is kept */
  consequence: ReactNode
  /** for example, leave the page of the deleted resource */
  onDone?: () => unknown
}

export function deleteAction<Op extends OperationId>(options: DeleteOptions<Op>): Action {
  const { kind, name, operation, params, whyNot, onDone } = options
  return {
    ...deletion(options),
    whyNot,
    call: { operation, params },
    run: (isBulk) =>
      send(operation, params, async () => {
        await onDone?.()
        if (!isBulk) toast(`${capitalize(kind)} ${name} deleted`)
      }),
  }
}

/** How every delete action looks and asks. */
export const deletion = ({ kind, name, consequence }: Pick<DeleteOptions<never>, 'kind' | 'name' | 'consequence'>) => ({
  label: 'Delete',
  icon: 'delete' as const,
  danger: true,
  bulk: true,
  ask: {
    title: `Delete ${kind}`,
    content: (
      <>
        Delete <strong>{name}</strong>?
      </>
    ),
    consequence,
    actionLabel: `Delete ${kind}`,
    errorTitle: `Could not delete ${kind} ${name}`,
  },
})
