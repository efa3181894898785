// One question at a time before something is done. `confirm()` can be called from anywhere; ConfirmHost, rendered once by
// the frame, shows it. Closes when the action has ended, well or not; a failure becomes a toast.
import { useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { Button } from '../input/button.tsx'
import { Dialog } from './dialog.tsx'
import { toast } from './toast.tsx'

export interface ConfirmOptions {
  title: ReactNode
  content: ReactNode
  /** what the action does; the dialog waits for it */
  run: () => unknown
  tone?: 'primary' | 'danger'
  actionLabel?: string
  cancelLabel?: string
  errorTitle?: string
  width?: 'narrow' | 'medium' | 'free'
}

let current: ConfirmOptions | undefined
const listeners = new Set<() => void>()

function show(next: ConfirmOptions | undefined): void {
  current = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const confirm = (options: ConfirmOptions): void => show(options)

export function ConfirmHost() {
  const asked = useSyncExternalStore(subscribe, () => current)
  // keyed by the question: the pending state of one must not leak into the next
  return asked ? (
    <Question key={serial(asked)} {...asked} />
  ) : (
    <Dialog open={false} title="" onDismiss={noop}>
      {null}
    </Dialog>
  )
}

const noop = () => undefined
const numbers = new WeakMap<ConfirmOptions, number>()
let last = 0
function serial(asked: ConfirmOptions): number {
  const known = numbers.get(asked) ?? ++last
  numbers.set(asked, known)
  return known
}

function Question(props: ConfirmOptions) {
  const {
    title,
    content,
    run,
    tone = 'primary',
    actionLabel = 'Confirm',
    cancelLabel = 'Cancel',
    errorTitle,
    width,
  } = props
  const [pending, setPending] = useState(false)
  const first = useRef<HTMLButtonElement>(null)
  // while the action runs its outcome is open: dismissing would look like taking it back
  const dismiss = () => !pending && show(undefined)
  const act = async () => {
    setPending(true)
    try {
      await run()
    } catch (error) {
      const content = error instanceof Error ? error.message : String(error)
      toast({ tone: 'error', title: errorTitle, content })
    }
    show(undefined)
  }
  return (
    <Dialog
      title={title}
      width={width ?? 'medium'}
      onDismiss={dismiss}
      initialFocus={first}
      footer={
        <>
          {/* Enter on a destructive question must not do it */}
          <Button ref={tone === 'danger' ? first : undefined} onClick={dismiss} disabled={pending}>
            {cancelLabel}
          </Button>
          <Button
            ref={tone === 'primary' ? first : undefined}
            variant={tone}
            pending={pending}
            onClick={() => void act()}
          >
            {actionLabel}
          </Button>
        </>
      }
    >
      <div className="space-y-3 text-sm text-muted [&_strong]:font-medium [&_strong]:text-body">{content}</div>
    </Dialog>
  )
}
