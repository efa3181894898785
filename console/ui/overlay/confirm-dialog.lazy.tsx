// The dialog behind confirm(). It closes when the action has finished; a failure becomes a toast.
import { useRef, useState, type ReactNode } from 'react'
import { Button } from '../input/button.tsx'
import { Dialog } from './dialog.tsx'
import { toast } from './toast.ts'

export interface ConfirmOptions {
  title: ReactNode
  content: ReactNode
  /** the action; the dialog closes when it has finished */
  run: () => unknown
  onCancel?: () => unknown
  /** danger deletes; caution interrupts. Enter confirms neither. */
  tone?: 'primary' | 'caution' | 'danger'
  /** why it cannot be confirmed */
  whyNot?: string | undefined
  actionLabel?: string
  cancelLabel?: string
  errorTitle?: string
  width?: 'narrow' | 'medium' | 'free'
}

export function ConfirmDialog(props: ConfirmOptions & { onClose: () => void }) {
  const {
    title,
    content,
    run,
    onCancel,
    tone = 'primary',
    whyNot,
    actionLabel = 'Confirm',
    cancelLabel = 'Cancel',
    errorTitle,
    width,
    onClose,
  } = props
  const [pending, setPending] = useState(false)
  const first = useRef<HTMLButtonElement>(null)
  // dismissing while the action runs would look like cancelling it
  const dismiss = () => {
    if (pending) return
    onCancel?.()
    onClose()
  }
  const act = async () => {
    setPending(true)
    try {
      await run()
    } catch (error) {
      const content = error instanceof Error ? error.message : String(error)
      toast({ tone: 'error', title: errorTitle, content })
    }
    onClose()
  }
  return (
    <Dialog
      title={title}
      width={width ?? 'medium'}
      onDismiss={dismiss}
      initialFocus={first}
      footer={
        <>
          <Button ref={tone === 'primary' ? undefined : first} onClick={dismiss} disabled={pending}>
            {cancelLabel}
          </Button>
          <Button
            ref={tone === 'primary' ? first : undefined}
            variant={tone === 'danger' ? 'danger' : 'primary'}
            pending={pending}
            disabledReason={whyNot}
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
