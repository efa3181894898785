// An action of a user, described once for row menus, page menus, bulk actions and the palette.
import type { ReactNode } from 'react'
import { capitalize } from '#contract/errors.ts'
import type { OperationId } from '#contract/operations.ts'
import type { Data, Params } from '#contract/client.ts'
import { send } from '../api.ts'
import type { Command } from '../feature.ts'
import type { MenuIcon, MenuItem } from '../ui/overlay/menu-item.ts'
import { confirm } from '../ui/overlay/confirm.tsx'
import { toast, type ToastOptions, type Undo } from '../ui/overlay/toast.ts'
import { copyText } from '../util/clipboard.ts'
import type { PaletteItem } from '../frame/palette.ts'
import { whyNotCall, whyNotOpen, whyNotSend } from '../why-not.ts'
import type { ApiRequest } from './request-text.ts'
import { RestorableUntil, undoDeletion, type Restorable } from './restore.tsx'
import { ViewRequest } from './view-request.tsx'

export interface Action {
  label: string
  /** another word for it, which the palette finds too */
  also?: string
  icon?: MenuIcon
  /** why it is not available now; the tooltip of the disabled item */
  whyNot?: string | undefined
  /** deletes something: red in menus */
  danger?: boolean
  /** interrupts something: Enter does not confirm it */
  caution?: boolean
  /** the page it opens */
  to?: string
  /** what it does; asks first if `ask` is set */
  run?: () => unknown
  /** what is said while it runs, and when it is done; a bulk action reports all its rows in one place instead */
  doing?: Notice
  done?: Notice
  /** offered with `done`; asked for after the run */
  undo?: () => Undo | undefined
  /** what it deletes, if that can be restored for a while: the confirmation says until when */
  restorable?: Restorable
  /** the confirmation; a function if it needs to load code */
  ask?: Question | (() => Promise<Question>)
  /** the request that `run` makes, for "View API request" */
  call?: ApiRequest
  /** what the form sends that `run` opens */
  sends?: OperationId
  /** available for several selected rows at once; begins the sentence on what was done to them: 'Stopped' */
  bulk?: string
  /** the row is in the wanted state, so that a bulk action skips it: 'already stopped' */
  already?: string | undefined
  /** does it to all rows of a bulk action at once, given their names; left out, each row runs its own action */
  runAll?: (names: readonly string[]) => unknown
}

/** Why it is not available: the user lacks a role for it, or the page has a reason. */
export function whyNotOf({ whyNot, call, to, sends }: Action): string | undefined {
  const refusal = call ? whyNotSend(call.operation, call.params) : sends && whyNotCall(sends)
  return refusal ?? (to === undefined ? undefined : whyNotOpen(to)) ?? whyNot
}

/** A toast; a function if it depends on the run. */
type Notice = string | ToastOptions | (() => ToastOptions)

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
  const { label, ask } = action
  try {
    if (!ask) await runOnce(action)
    else askFirst(action, typeof ask === 'function' ? await ask() : ask)
  } catch (error) {
    toast({ tone: 'error', title: `${label} failed`, content: error instanceof Error ? error.message : String(error) })
  }
}

async function runOnce({ run, doing, done, undo }: Action): Promise<void> {
  const running = run?.()
  if (doing) tell(doing)
  await running
  if (done) tell(done, undo?.())
}

const tell = (notice: Notice, undo?: Undo) => {
  const options = typeof notice === 'function' ? notice() : notice
  toast({ ...(typeof options === 'string' ? { content: options } : options), undo })
}

/** The confirmation dialog, with the API request that the action will send. */
function askFirst(action: Action, question: Question): void {
  const { label, call, danger, caution, restorable: kept } = action
  const { title, content, consequence, whyNot, actionLabel, errorTitle } = question
  confirm({
    title,
    content: (
      <>
        <div>
          {content} {consequence}
          {kept && !whyNot && <RestorableUntil from={kept.from} />}
        </div>
        {call && <ViewRequest calls={[call]} />}
      </>
    ),
    tone: danger ? 'danger' : caution ? 'caution' : 'primary',
    whyNot,
    actionLabel,
    errorTitle: errorTitle ?? `${label} failed`,
    run: () => runOnce(action),
  })
}

export const menuItem = (action: Action): MenuItem => ({
  label: action.label,
  icon: action.icon,
  group: action.danger ? 'danger' : action.icon === 'copy' ? 'copy' : 'change',
  disabledReason: whyNotOf(action),
  danger: action.danger,
  ...(action.to ? { href: action.to } : { onSelect: () => void perform(action) }),
})

/** For usePalette; unavailable actions are left out. */
export const paletteItemsOf = (actions: readonly Action[], group?: string): PaletteItem[] =>
  actions
    .filter((action) => !whyNotOf(action))
    .map((action) => ({
      label: action.label,
      also: action.also,
      group,
      ...(action.to ? { to: action.to } : { run: () => perform(action) }),
    }))

/** For the palette, where a verb and a name run it. An action that is not possible now says why. */
export const commandOf = (action: Action, name: string): Command => {
  const label = `${action.label} ${name}`
  const run = () => runUnless(whyNotOf(action), label, () => perform(action))
  return { label, also: action.also && `${action.also} ${name}`, icon: action.icon, run }
}

/** Runs it, or says why it is not possible. */
export const runUnless = (whyNot: string | undefined, label: string, run: () => unknown): unknown =>
  whyNot ? toast({ tone: 'error', title: `${label} is not possible`, content: whyNot }) : run()

export const copyTextAction = (label: string, text: string): Action => ({
  label,
  icon: 'copy',
  run: async () => {
    if (!(await copyText(text))) throw new Error('The browser blocked clipboard access')
  },
})

export const copyIdAction = (id: string): Action => copyTextAction('Copy ID', id)

interface ApiAction<Op extends OperationId> extends Omit<Action, 'ask' | 'call' | 'run' | 'to'> {
  operation: Op
  params: Params<Op>
  /** its button has the words of the title unless it has a label of its own */
  ask?: Question
  /** runs before anything is refetched: for example, leave the page of a deleted resource */
  onDone?: ((data: Data<Op>) => unknown) | undefined
}

/** An action that is one API call. */
export function apiAction<Op extends OperationId>(options: ApiAction<Op>): Action {
  const { operation, params, ask, onDone, ...rest } = options
  return {
    ...rest,
    ...(ask && { ask: { actionLabel: ask.title, ...ask } }),
    call: { operation, params },
    run: () => send(operation, params, onDone),
  }
}

/** Sets the values of a text in bold: bold`Delete ${name}?` */
export const bold = (texts: TemplateStringsArray, ...values: readonly string[]): ReactNode[] =>
  texts.flatMap((text, index) => (index === 0 ? text : [<strong key={index}>{values[index - 1]}</strong>, text]))

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
  onDone?: (() => unknown) | undefined
  /** if it can be restored for a while: what to look for then */
  kept?: Omit<Restorable, 'kind'> | undefined
}

export function deleteAction<Op extends OperationId>(options: DeleteOptions<Op>): Action {
  const { kind, name, consequence, kept, ...call } = options
  return apiAction({ ...deletion({ kind, name, consequence }), ...(kept && restorable({ kind, ...kept })), ...call })
}

/** The undo of a deletion. */
export const restorable = (thing: Restorable) => ({ restorable: thing, undo: () => undoDeletion(thing) })

/** How every delete action looks and asks, and what it says. */
export const deletion = ({ kind, name, consequence }: Pick<DeleteOptions<never>, 'kind' | 'name' | 'consequence'>) => ({
  label: 'Delete',
  icon: 'delete' as const,
  danger: true,
  bulk: 'Deleted',
  done: `${capitalize(kind)} ${name} deleted`,
  ask: {
    title: `Delete ${kind}`,
    content: bold`Delete ${name}?`,
    consequence,
    actionLabel: `Delete ${kind}`,
    errorTitle: `Could not delete ${kind} ${name}`,
  },
})
