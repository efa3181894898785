// One shell for every form: it sends the call, puts the server's no where it belongs, guards what was typed, and can show the
// call before it is sent. SideForm is a panel over the page that the form belongs to, PageForm a page of its own.
import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'
import {
  FormProvider,
  useForm,
  useWatch,
  type DefaultValues,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form'
import { useBlocker, useNavigate, useNavigationType } from 'react-router'
import type { Data, Params } from '#contract/client.ts'
import type { OperationId } from '#contract/operations.ts'
import { useCall } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { confirm } from '../ui/confirm.tsx'
import { SideModal } from '../ui/dialog.tsx'
import { Message } from '../ui/message.tsx'
import { fieldErrorOf } from './form-errors.ts'
import { ShowTheCall } from './show-the-call.tsx'

export interface FormOptions<Op extends OperationId, Values extends FieldValues> {
  operation: Op
  defaultValues: DefaultValues<Values>
  /** what is sent, from what is typed */
  toParams: (values: Values) => Params<Op>
  /** toast, seed, and go on: return navigate's promise */
  onSuccess: (data: Data<Op>, values: Values) => unknown
  title: string
  submitLabel?: string
  /** why it cannot be sent now */
  whyNot?: string | undefined
  /** Cancel, and every other way out once it is clear that nothing is lost */
  onClose: () => void
  children: ReactNode | ((form: UseFormReturn<Values>) => ReactNode)
}

function useShell<Op extends OperationId, Values extends FieldValues>(options: FormOptions<Op, Values>) {
  const { operation, defaultValues, toParams, onSuccess, children } = options
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
  const submit = (event: FormEvent) => {
    // a form inside a form's page must not send the outer one
    event.preventDefault()
    event.stopPropagation()
    if (!call.isPending) void form.handleSubmit((values) => call.mutate(toParams(values)))(event)
  }
  const fields = typeof children === 'function' ? children(form) : children
  const body = (id: string) => (
    <FormProvider {...form}>
      <form id={id} autoComplete="off" noValidate onSubmit={submit} className="space-y-5">
        {call.error && (
          <Message tone="danger" alert>
            {call.error.message}
          </Message>
        )}
        {fields}
        <CallPreview operation={operation} toParams={toParams as (values: FieldValues) => object} />
      </form>
    </FormProvider>
  )
  return { body, isDirty, isDone, call }
}

/** A component of its own: only it renders again on each key. */
function CallPreview({ operation, toParams }: { operation: OperationId; toParams: (values: FieldValues) => object }) {
  const values = useWatch()
  return <ShowTheCall calls={[{ operation, params: toParams(values) }]} />
}

export function SideForm<Op extends OperationId, Values extends FieldValues>(options: FormOptions<Op, Values>) {
  const { title, submitLabel = title, whyNot, onClose } = options
  const { body, isDirty, call } = useShell(options)
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
      footerNote={call.error && <span className="text-danger">Error</span>}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" pending={call.isPending} disabledReason={whyNot}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {body(id)}
    </SideModal>
  )
}

export function PageForm<Op extends OperationId, Values extends FieldValues>(options: FormOptions<Op, Values>) {
  const { title, submitLabel = title, whyNot, onClose } = options
  const { body, isDirty, isDone, call } = useShell(options)
  const navigate = useNavigate()
  const leaving = useRef(false)
  const blocker = useBlocker(() => isDirty && !isDone.current && !leaving.current)
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const { pathname, search } = blocker.location
    // staying is what happens if nobody answers
    blocker.reset()
    confirm({
      title: 'Confirm navigation',
      content: 'What you have entered on this page will be lost.',
      tone: 'danger',
      width: 'narrow',
      actionLabel: 'Leave this page',
      cancelLabel: 'Continue editing',
      run() {
        leaving.current = true
        void navigate(pathname + search)
      },
    })
  }, [blocker, navigate])
  const id = `form-${options.operation}`
  return (
    <div className="max-w-[48rem]">
      {body(id)}
      <footer className="sticky bottom-0 mt-6 flex flex-wrap items-center gap-2 border-t border-line bg-page py-3">
        <Button type="submit" form={id} variant="primary" pending={call.isPending} disabledReason={whyNot}>
          {submitLabel}
        </Button>
        <Button
          onClick={() => {
            leaving.current = true
            onClose()
          }}
        >
          Cancel
        </Button>
        {call.error && <span className="text-sm text-danger">{call.error.message}</span>}
      </footer>
    </div>
  )
}
