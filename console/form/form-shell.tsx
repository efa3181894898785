// A form in a panel over the page it belongs to. Closing the panel asks before discarding changes.
import { use, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useNavigationType } from 'react-router'
import type { OperationId } from '#contract/operations.ts'
import { Button } from '../ui/input/button.tsx'
import { SideModal } from '../ui/overlay/dialog.tsx'
import { formIdOf, useFormBody, type FormOptions } from './form-body.tsx'
import { BackGuard, dismiss, IsGuarded } from './guard.tsx'

/** A form whose submit is one API call. */
export function SideForm<Op extends OperationId, Values extends FieldValues>(options: FormOptions<Op, Values>) {
  const { title, submitLabel = title, mustChange, onClose } = options
  const { body, refusal, isDirty, isPending, error } = useFormBody(options)
  const whyNot = refusal ?? options.whyNot ?? (mustChange && !isDirty ? 'Nothing has changed' : undefined)
  const id = formIdOf(options)
  return (
    <FormPanel
      id={id}
      title={title}
      submitLabel={submitLabel}
      whyNot={whyNot}
      isDirty={isDirty}
      isPending={isPending}
      hasError={error !== undefined}
      onClose={onClose}
    >
      {body(id)}
    </FormPanel>
  )
}

interface FormPanelProps {
  /** id of the form element inside */
  id: string
  title: string
  submitLabel: string
  whyNot?: string | undefined
  isDirty: boolean
  isPending: boolean
  hasError: boolean
  onClose: () => void
  children: ReactNode
}

/** The panel around a form. SideForm suits most forms; use this for forms that send several calls. */
export function FormPanel(props: FormPanelProps) {
  const { id, title, submitLabel, whyNot, isDirty, isPending, hasError, onClose, children } = props
  // slides in only when the user navigated here, not after a reload or a step back
  const animate = useNavigationType() === 'PUSH'
  const isGuarded = use(IsGuarded)
  return (
    <SideModal
      title={title}
      animate={animate}
      onDismiss={() => dismiss(isDirty, onClose)}
      footerNote={hasError && <span className="text-danger">Error</span>}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" pending={isPending} disabledReason={whyNot}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {!isGuarded && <BackGuard isDirty={isDirty} />}
      {children}
    </SideModal>
  )
}
