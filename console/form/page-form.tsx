// A form that is a page of its own. It guards what was typed against every way out.
import { useEffect, useRef } from 'react'
import { useBlocker, useNavigate } from 'react-router'
import type { FieldValues } from 'react-hook-form'
import type { OperationId } from '#contract/operations.ts'
import { Button } from '../ui/input/button.tsx'
import { confirm } from '../ui/overlay/confirm.tsx'
import { useShell, type FormOptions } from './form-body.tsx'

export function PageForm<Op extends OperationId, Values extends FieldValues>(options: FormOptions<Op, Values>) {
  const { title, submitLabel = title, whyNot, onClose } = options
  const { body, isDirty, isDone, isPending, error } = useShell(options)
  const navigate = useNavigate()
  const leaving = useRef(false)
  const blocker = useBlocker(() => isDirty && !isDone.current && !leaving.current)
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const { pathname, search } = blocker.location
    // staying is what happens if nobody answers
    blocker.reset()
    askToLeave(() => {
      leaving.current = true
      void navigate(pathname + search)
    })
  }, [blocker, navigate])
  const id = `form-${options.operation}`
  return (
    <div className="max-w-[48rem]">
      {body(id)}
      <footer className="sticky bottom-0 mt-6 flex flex-wrap items-center gap-2 border-t border-line bg-page py-3">
        <Button type="submit" form={id} variant="primary" pending={isPending} disabledReason={whyNot}>
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
        {error && <span className="text-sm text-danger">{error}</span>}
      </footer>
    </div>
  )
}

function askToLeave(leave: () => void): void {
  confirm({
    title: 'Confirm navigation',
    content: 'What you have entered on this page will be lost.',
    tone: 'danger',
    width: 'narrow',
    actionLabel: 'Leave this page',
    cancelLabel: 'Continue editing',
    run: leave,
  })
}
