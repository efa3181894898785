// A side panel whose result goes into the form behind it without an API call. Closing it asks before discarding changes.
// See form-shell.tsx for forms that send a call.
import type { ReactNode } from 'react'
import { useForm, type DefaultValues, type FieldValues } from 'react-hook-form'
import { Button } from '../ui/input/button.tsx'
import { SideModal } from '../ui/overlay/dialog.tsx'
import { FormElement } from './form-element.tsx'
import { dismiss } from './guard.tsx'

interface DraftFormProps<Values extends FieldValues> {
  title: string
  submitLabel?: string
  defaultValues: DefaultValues<Values>
  onSubmit: (values: Values) => void
  onClose: () => void
  children: ReactNode
}

export function DraftForm<Values extends FieldValues>(props: DraftFormProps<Values>) {
  const { title, submitLabel = title, defaultValues, onSubmit, onClose, children } = props
  const form = useForm<Values>({ defaultValues, mode: 'onSubmit', reValidateMode: 'onChange' })
  const { isDirty } = form.formState
  // the same after a reload, which is how a saved draft is found
  const id = `form-${title.replaceAll(' ', '-').toLowerCase()}`
  return (
    <SideModal
      title={title}
      onDismiss={() => dismiss(isDirty, onClose)}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary">
            {submitLabel}
          </Button>
        </>
      }
    >
      <FormElement form={form} id={id} onSubmit={(event) => void form.handleSubmit(onSubmit)(event)}>
        {children}
      </FormElement>
    </SideModal>
  )
}
