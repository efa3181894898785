// A side panel whose result goes into the form behind it: nothing is sent. What is sent to the API has form-shell.tsx.
import { useId, type FormEvent, type ReactNode } from 'react'
import { FormProvider, useForm, type DefaultValues, type FieldValues } from 'react-hook-form'
import { Button } from '../ui/button.tsx'
import { SideModal } from '../ui/dialog.tsx'

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
  const id = useId()
  const submit = (event: FormEvent) => {
    // portals bubble through React's tree: the form behind must not be sent with this one
    event.preventDefault()
    event.stopPropagation()
    void form.handleSubmit(onSubmit)(event)
  }
  return (
    <SideModal
      title={title}
      onDismiss={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary">
            {submitLabel}
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form
          id={id}
          autoComplete="off"
          noValidate
          onSubmit={submit}
          className="space-y-5"
          data-changed={isDirty || undefined}
        >
          {children}
        </form>
      </FormProvider>
    </SideModal>
  )
}
