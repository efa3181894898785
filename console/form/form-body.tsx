// What every form does, whatever is around it: it sends the call, puts the server's no where it belongs, and can show the call
// before it is sent. The panel and the page around it are form-shell.tsx and page-form.tsx.
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useForm, useWatch, type DefaultValues, type FieldValues, type UseFormReturn } from 'react-hook-form'
import type { Data, Params } from '#contract/client.ts'
import type { OperationId } from '#contract/operations.ts'
import { useCall } from '../call.ts'
import { Message } from '../ui/display/message.tsx'
import { FormElement } from './form-element.tsx'
import { fieldErrorOf } from './form-errors.ts'
import { ShowTheCall } from '../action/show-the-call.tsx'

export interface FormOptions<Op extends OperationId, Values extends FieldValues> {
  operation: Op
  defaultValues: DefaultValues<Values>
  /** what is sent, from what is typed */
  toParams: (values: Values) => Params<Op>
  /** toast, seed, and go on: return navigate's promise */
  onSuccess: (data: Data<Op>, values: Values) => unknown
  title: string
  submitLabel?: string
  /** false while some of its fields are on their way: sending waits for them, for they say what is missing */
  isComplete?: boolean
  /** what to say when those fields did not come: nothing can be sent, and nothing waits for them */
  missing?: string | undefined
  /** there is nothing to send until something is changed */
  mustChange?: boolean
  /** why it cannot be sent now */
  whyNot?: string | undefined
  /** Cancel, and every other way out once it is clear that nothing is lost */
  onClose: () => void
  children: ReactNode | ((form: UseFormReturn<Values>) => ReactNode)
}

export function useShell<Op extends OperationId, Values extends FieldValues>(options: FormOptions<Op, Values>) {
  const { operation, defaultValues, toParams, onSuccess, isComplete = true, missing, children } = options
  const form = useForm<Values>({ defaultValues, mode: 'onSubmit', reValidateMode: 'onChange' })
  const isDone = useRef(false)
  const call = useCall(operation, {
    onSuccess: (data) => {
      isDone.current = true
      return onSuccess(data, form.getValues())
    },
    onError: (error) => {
      const about = fieldErrorOf(error, Object.keys(form.getValues()))
      if (about) form.setError(about.field as never, { message: about.message }, { shouldFocus: true })
    },
  })
  // read here, or the form does not keep count of what was changed
  const { isDirty } = form.formState
  const element = useRef<HTMLFormElement>(null)
  const [sent, setSent] = useState(false)
  if (sent && missing) setSent(false)
  useEffect(() => {
    if (sent && isComplete) element.current?.requestSubmit()
  }, [sent, isComplete])
  const submit = (event: FormEvent) => {
    setSent(!isComplete && !missing)
    if (isComplete && !call.isPending) void form.handleSubmit((values) => call.mutate(toParams(values)))(event)
  }
  const fields = typeof children === 'function' ? children(form) : children
  const body = (id: string) => (
    <FormElement form={form} id={id} onSubmit={submit} ref={element}>
      {call.error && (
        <Message tone="danger" alert>
          {call.error.message}
        </Message>
      )}
      {fields}
      <CallPreview operation={operation} toParams={toParams as (values: FieldValues) => object} />
    </FormElement>
  )
  return { body, isDirty, isDone, isPending: call.isPending || sent, error: call.error?.message ?? missing }
}

/** A component of its own: only it renders again on each key. */
function CallPreview({ operation, toParams }: { operation: OperationId; toParams: (values: FieldValues) => object }) {
  const values = useWatch()
  return <ShowTheCall calls={[{ operation, params: toParams(values) }]} />
}
