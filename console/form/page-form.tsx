// A form that is a page of its own. It asks before unsent input is lost.
import { useLayoutEffect, useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { OperationId } from '#contract/operations.ts'
import { Button } from '../ui/input/button.tsx'
import { formIdOf, useFormBody, type FormOptions } from './form-body.tsx'
import { IsGuarded, LEAVE_PAGE, useGuard } from './guard.tsx'

export function PageForm<Op extends OperationId, Values extends FieldValues>(options: FormOptions<Op, Values>) {
  const { title, submitLabel = title, onClose } = options
  const { body, refusal, isDirty, isDone, isPending, error } = useFormBody(options)
  const whyNot = refusal ?? options.whyNot
  const leaving = useRef(false)
  useGuard(() => isDirty && !isDone.current && !leaving.current, LEAVE_PAGE)
  useKeptFocus(isPending)
  const id = formIdOf(options)
  return (
    <div className="max-w-[48rem]">
      <fieldset disabled={isPending} className="min-w-0">
        <IsGuarded value>{body(id)}</IsGuarded>
      </fieldset>
      <footer
        data-form-footer
        className="sticky bottom-0 mt-6 flex flex-wrap items-center gap-2 border-t border-line bg-page py-3"
      >
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

/** A field loses the focus when it is disabled; it gets it back afterwards. */
function useKeptFocus(isDisabled: boolean): void {
  const focused = useRef<Element>(null)
  useLayoutEffect(() => {
    if (isDisabled) focused.current = document.activeElement
    else if (document.activeElement === document.body && focused.current instanceof HTMLElement) focused.current.focus()
  }, [isDisabled])
}
