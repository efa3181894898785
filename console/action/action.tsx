// One thing a person can do, described once: row menus, page menus, the bulk bar and the palette are all made from it.
import type { ReactNode } from 'react'
import { capitalize } from '#contract/errors.ts'
import type { OperationId } from '#contract/operations.ts'
import type { Params } from '#contract/client.ts'
import { send } from '../api.ts'
import type { MenuItem } from '../ui/overlay/menu-item.ts'
import { toast } from '../ui/overlay/toast.ts'
import { copyText } from '../util/clipboard.ts'
import type { PaletteItem } from '../frame/palette.ts'
import type { ShownCall } from './call-panel.tsx'

export interface Action {
  label: string
  /** why it cannot be done now; the tooltip of the disabled item */
  whyNot?: string | undefined
  danger?: boolean
  /** a place to go to */
  to?: string
  /** or what is done, without asking */
  run?: () => unknown
  /** asked before it is done; a function where the question itself needs more code */
  ask?: Question | (() => Promise<Question>)
  /** the request that `run` makes, for "Show the call" */
  call?: ShownCall
  /** can be done to many rows at once */
  bulk?: boolean
}

export interface Question {
  title: string
  content: ReactNode
  /** what will be lost and what will be kept; said once for many rows */
  consequence?: ReactNode
  actionLabel?: string
  errorTitle?: string
}

/** Asks first where the action says so; what goes wrong becomes a notice. */
export async function perform(action: Action): Promise<void> {
  const { label, run, ask } = action
  try {
    if (!ask) await run?.()
    // dialogs are not needed to show a page
    else (await import('./ask.tsx')).askFirst(action, typeof ask === 'function' ? await ask() : ask)
  } catch (error) {
    toast({ tone: 'error', title: `${label} failed`, content: error instanceof Error ? error.message : String(error) })
  }
}

export const menuItem = (action: Action): MenuItem => ({
  label: action.label,
  disabledReason: action.whyNot,
  danger: action.danger,
  ...(action.to ? { href: action.to } : { onSelect: () => void perform(action) }),
})

/** For usePalette; what cannot be done now is not offered. */
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
  run: async () => {
    if (!(await copyText(text))) throw new Error('The browser did not let us write to the clipboard')
  },
})

export const copyIdAction = (id: string): Action => copyTextAction('Copy ID', id)

interface DeleteOptions<Op extends OperationId> {
  /** 'project', as it reads in a sentence */
  kind: string
  name: string
  operation: Op
  params: Params<Op>
  whyNot?: string | undefined
  /** what will be lost and what will be kept */
  consequence: ReactNode
  /** e.g. leave the page of the thing */
  onDone?: () => unknown
}

export function deleteAction<Op extends OperationId>(options: DeleteOptions<Op>): Action {
  const { kind, name, operation, params, whyNot, consequence, onDone } = options
  return {
    label: 'Delete',
    danger: true,
    bulk: true,
    whyNot,
    call: { operation, params },
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
    run: () =>
      send(operation, params, async () => {
        await onDone?.()
        toast(`${capitalize(kind)} ${name} deleted`)
      }),
  }
}
