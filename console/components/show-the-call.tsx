// "Show the call": the request that a button will send, as curl and as TypeScript, so that what is done here by hand can be done
// by a script. Closed at first; the text is made only when it is open.
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { OperationId } from '#contract/operations.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy.tsx'
import { cx } from '../ui/cx.ts'
import { asCurl, asTypeScript } from './call-text.ts'

export interface ShownCall {
  operation: OperationId
  params: object
}

const forms = { curl: asCurl, TypeScript: asTypeScript }
type Form = keyof typeof forms

export function ShowTheCall({ calls }: { calls: readonly ShownCall[] }) {
  const [open, setOpen] = useState(false)
  const [form, setForm] = useState<Form>('curl')
  const text = open ? calls.map(({ operation, params }) => forms[form](operation, params)).join('\n\n') : ''
  return (
    <section aria-label="The API call" className="rounded-md border border-line">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex h-8 w-full items-center gap-1.5 px-2 text-left text-xs text-muted hover:text-body"
      >
        <ChevronRight aria-hidden className={cx('size-3.5 transition-transform', open && 'rotate-90')} />
        {calls.length > 1 ? `Show the ${calls.length} calls` : 'Show the call'}
      </button>
      {open && (
        <div className="border-t border-line">
          <div className="flex items-center gap-1 px-2 py-1">
            {(Object.keys(forms) as Form[]).map((one) => (
              <Button
                key={one}
                size="sm"
                variant={one === form ? 'secondary' : 'ghost'}
                aria-pressed={one === form}
                onClick={() => setForm(one)}
              >
                {one}
              </Button>
            ))}
            <span className="ml-auto flex">
              <CopyButton text={text} label="Copy the call" />
            </span>
          </div>
          <pre
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
            tabIndex={0}
            aria-label={`The call as ${form}`}
            className="max-h-64 overflow-auto px-3 pb-3 font-mono text-xs whitespace-pre text-body"
          >
            {text}
          </pre>
        </div>
      )}
    </section>
  )
}
