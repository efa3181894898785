// Shared by all forms: sends the call, shows the server's error at the right field, and previews the API request. form-shell.tsx
// and page-form.tsx provide the panel or page around it.
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useForm, useWatch, type DefaultValues, type FieldValues, type UseFormReturn } from 'react-hook-form'
import type { Data, Params } from '#contract/client.ts'
import { ApiError } from '#contract/errors.ts'
import type { OperationId } from '#contract/operations.ts'
import { send } from '../api.ts'
import { MAX_ROWS } from '../table/whole-list.ts'
import { Message } from '../ui/display/message.tsx'
import { toast } from '../ui/overlay/toast.ts'
import { useIsAnyListCut } from './cut-lists.ts'
import { FormElement } from './form-element.tsx'
import { fieldErrorOf } from './form-errors.ts'
import { changedLabels, labelCalls, labelValues, saveLabels, withoutLabels, type FormLabels } from './form-labels.ts'
import type { ApiRequest } from '../action/request-text.ts'
import { Refused } from './refused.tsx'
import { useWhyNot } from '../use-why-not.ts'
import { ViewRequest } from '../action/view-request.tsx'

export interface FormOptions<Op extends OperationId, Values extends FieldValues> {
  /** a function if the input decides which call it is */
  operation: Op | ((values: Values) => Op)
  defaultValues: DefaultValues<Values>
  /** converts the input to the call's parameters */
  toParams: (values: Values) => Params<Op>
  /** toast, seed, navigate; return navigate's promise */
  onSuccess: (data: Data<Op>, values: Values) => unknown
  /** asked before the call is sent; resolves to whether to go on */
  ask?: (values: Values) => Promise<boolean>
  /** replaces how the call is sent, for example to check something first; `then` runs before pages refetch, as in send() */
  sendCall?: (values: Values, then: (data: Data<Op>) => unknown) => Promise<Data<Op>>
  /** the form has a LabelsField; they are saved after the call, which does not get them */
  labels?: FormLabels
  title: string
  submitLabel?: string
  /** can be submitted only after a change */
  mustChange?: boolean
  /** why it cannot be submitted */
  whyNot?: string | undefined
  /** Cancel and every other way to close, once no input can be lost */
  onClose: () => void
  children: ReactNode | ((form: UseFormReturn<Values>) => ReactNode)
}

export function useFormBody<Op extends OperationId, Values extends FieldValues>(options: FormOptions<Op, Values>) {
  const { operation, onSuccess, ask, title, children } = options
  // those that the form opened with: changes by others must not look like changes made here
  const [labels] = useState(options.labels)
  const defaultValues = { ...options.defaultValues, ...(labels && labelValues(labels.current)) }
  const toParams = (values: Values) => options.toParams(labels ? withoutLabels(values) : values)
  const operationOf = typeof operation === 'function' ? operation : () => operation
  const { sendCall = (values, then) => send(operationOf(values), toParams(values), then) } = options
  const form = useForm<Values>({ defaultValues, mode: 'onSubmit', reValidateMode: 'onChange' })
  const isDone = useRef(false)
  const isClosed = useIsClosed()
  /** the field of the server's last error; it may be one that the form does not show */
  const refused = useRef<string>(undefined)
  const succeed = async (data: Data<Op>, values: Values) => {
    isDone.current = true
    const chosen = labels && changedLabels(labels, values)
    if (chosen) await saveLabels(labels.kind, data as { id: string; name: string }, chosen)
    // the user has moved on, so do not navigate
    if (isClosed.current) return toast({ title, content: 'Completed after you closed the form.' })
    return onSuccess(data, values)
  }
  const call = useMutation<Data<Op>, Error, Values>({
    mutationFn: (values) => sendCall(values, (data) => succeed(data, values)),
    onError: (failure) => {
      // other errors close the form on purpose
      if (isClosed.current && failure instanceof ApiError)
        toast({ tone: 'error', title: `${title} failed`, content: failure.message })
    },
  })
  const { error } = call
  // an effect, because a field that is disabled during the call cannot be focused before
  useEffect(() => {
    const about = fieldErrorOf(error, Object.keys(form.getValues()))
    refused.current = about?.field
    if (about) form.setError(about.field as never, { message: about.message }, { shouldFocus: true })
  }, [error, form])
  // reading it subscribes to it
  const { isDirty } = form.formState
  const isSending = useRef(false)
  const submit = async (event: FormEvent) => {
    // the second click of a double click comes before isPending is rendered
    if (isSending.current) return
    isSending.current = true
    // validation does not clear the error of a field that is not registered, and the form could never be sent again
    if (refused.current) form.clearErrors(refused.current as never)
    try {
      await form.handleSubmit(
        async (values) => {
          if (!ask || (await ask(values))) await call.mutateAsync(values).catch(shownAbove)
        },
        () => call.reset(),
      )(event)
    } finally {
      isSending.current = false
    }
  }
  // a form that knows itself why it cannot be sent shows what there is to see
  const missing = useWhyNot(operationOf(form.getValues()))
  const refusal = options.whyNot === undefined ? missing : undefined
  const fields = typeof children === 'function' ? children(form) : children
  const body = (id: string) => (
    <FormElement form={form} id={id} onSubmit={(event) => void submit(event)}>
      {call.error && (
        <Message tone="danger" alert>
          {call.error.message}
        </Message>
      )}
      <CutNotice />
      {fields}
      <CallPreview<Values>
        callsOf={(values) => [
          { operation: operationOf(values), params: toParams(values) },
          ...(labels ? labelCalls(labels, values) : []),
        ]}
      />
    </FormElement>
  )
  return {
    body: (id: string) => <Refused why={refusal}>{body(id)}</Refused>,
    refusal,
    isDirty,
    isDone,
    isPending: call.isPending,
    error: call.error?.message,
  }
}

/** A refusal is in call.error. */
const shownAbove = () => undefined

function useIsClosed() {
  const isClosed = useRef(false)
  useEffect(() => {
    isClosed.current = false
    return () => void (isClosed.current = true)
  }, [])
  return isClosed
}

function CutNotice() {
  if (!useIsAnyListCut()) return null
  return (
    <Message tone="notice">
      A list has more than {MAX_ROWS.toLocaleString()} items. Only the first {MAX_ROWS.toLocaleString()} can be found
      here.
    </Message>
  )
}

/** A component of its own, so that only it rerenders on each key. */
function CallPreview<Values extends FieldValues>({ callsOf }: { callsOf: (values: Values) => ApiRequest[] }) {
  return <ViewRequest calls={callsOf(useWatch() as Values)} />
}

/** The same after a reload, which is how a saved draft is found. */
export const formIdOf = ({ operation, title }: { operation: unknown; title: string }) =>
  `form-${typeof operation === 'string' ? operation : title.replaceAll(' ', '-').toLowerCase()}`
