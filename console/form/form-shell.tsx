// A form in a panel over the page that it belongs to. It guards what was typed.
import { useNavigationType } from 'react-router'
import type { FieldValues } from 'react-hook-form'
import type { OperationId } from '#contract/operations.ts'
import { Button } from '../ui/input/button.tsx'
import { confirm } from '../ui/overlay/confirm.tsx'
import { SideModal } from '../ui/overlay/dialog.tsx'
import { useShell, type FormOptions } from './form-body.tsx'

export function SideForm<Op extends OperationId, Values extends FieldValues>(options: FormOptions<Op, Values>) {
  const { title, submitLabel = title, mustChange, onClose } = options
  const { body, isDirty, isPending, error } = useShell(options)
  const whyNot = options.whyNot ?? (mustChange && !isDirty ? 'Nothing has changed' : undefined)
  // slides in only when somebody went here; a fresh load or a step back finds it open
  const animate = useNavigationType() === 'PUSH'
  const id = `form-${options.operation}`
  const dismiss = () => {
    if (!isDirty) return onClose()
    confirm({
      title: 'Confirm navigation',
      content: 'What you have entered in this form will be lost.',
      tone: 'danger',
      width: 'narrow',
      actionLabel: 'Leave form',
      cancelLabel: 'Keep editing',
      run: onClose,
    })
  }
  return (
    <SideModal
      title={title}
      animate={animate}
      onDismiss={dismiss}
      footerNote={error && <span className="text-danger">Error</span>}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" pending={isPending} disabledReason={whyNot}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {body(id)}
    </SideModal>
  )
}
