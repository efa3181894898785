// The form element shared by panels, pages and drafts.
import type { FormEvent, ReactNode } from 'react'
import { FormProvider, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { useDraft } from './use-draft.ts'

interface FormElementProps<Values extends FieldValues> {
  form: UseFormReturn<Values>
  id: string
  onSubmit: (event: FormEvent) => void
  children: ReactNode
}

export function FormElement<Values extends FieldValues>({
  form,
  children,
  onSubmit,
  ...rest
}: FormElementProps<Values>) {
  useDraft(form, rest.id)
  const submit = (event: FormEvent) => {
    // events bubble through React's tree even from portals: a form behind this one must not be submitted too
    event.preventDefault()
    event.stopPropagation()
    onSubmit(event)
  }
  return (
    <FormProvider {...form}>
      <form
        {...rest}
        autoComplete="off"
        noValidate
        onSubmit={submit}
        className="space-y-5"
        data-changed={form.formState.isDirty || undefined}
      >
        {children}
      </form>
    </FormProvider>
  )
}
