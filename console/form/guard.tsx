// Asks before a navigation discards unsent input. A confirmed navigation continues unchanged, so Back stays a step back.
import { createContext, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { confirm } from '../ui/overlay/confirm.tsx'
import type { ConfirmOptions } from '../ui/overlay/confirm-dialog.lazy.tsx'

type Action = 'POP' | 'PUSH' | 'REPLACE'
type Question = Omit<ConfirmOptions, 'run' | 'onCancel' | 'tone' | 'width'>

/** The router supports one guard at a time: a panel over a guarded page leaves it to the page. */
export const IsGuarded = createContext(false)

export function useGuard(isBlocked: (action: Action) => boolean, question: Question): void {
  const blocker = useBlocker(({ historyAction }) => isBlocked(historyAction))
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    confirm({ ...question, tone: 'danger', width: 'narrow', run: blocker.proceed, onCancel: blocker.reset })
    // the question does not change while it is open
    // oxlint-disable-next-line react/exhaustive-deps
  }, [blocker])
}

const LOSS = { title: 'Confirm navigation', content: 'Your changes will be lost.' }
const LEAVE_FORM: Question = { ...LOSS, actionLabel: 'Leave form', cancelLabel: 'Keep editing' }
export const LEAVE_PAGE: Question = { ...LOSS, actionLabel: 'Leave this page', cancelLabel: 'Continue editing' }
const DISCARD: Question = { ...LOSS, title: 'Discard text?', actionLabel: 'Discard', cancelLabel: 'Keep editing' }

/** For the ways to close a panel other than Cancel. */
export function dismiss(isDirty: boolean, close: () => void): void {
  if (isDirty) confirm({ ...LEAVE_FORM, tone: 'danger', width: 'narrow', run: close })
  else close()
}

/** Less than this is typed again sooner than a question is answered. */
const WORTH_ASKING = 4

/** For text in a field that a change elsewhere in the form would clear. */
export function discard(text: string, clear: () => void): void {
  if (text.trim().length < WORTH_ASKING) return clear()
  confirm({ ...DISCARD, tone: 'danger', width: 'narrow', run: clear })
}

/** For a panel: its own buttons ask for themselves, so only Back and Forward are guarded. */
export function BackGuard({ isDirty }: { isDirty: boolean }) {
  useGuard((action) => isDirty && action === 'POP', LEAVE_FORM)
  return null
}
