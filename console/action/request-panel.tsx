// The open panel of "View API request".
import { useState } from 'react'
import type { OperationId } from '#contract/operations.ts'
import { Button } from '../ui/input/button.tsx'
import { CopyButton } from '../ui/display/copy.tsx'
import { asCurl, asTypeScript } from './request-text.ts'

export interface ApiRequest {
  operation: OperationId
  params: object
}

const forms = { curl: asCurl, TypeScript: asTypeScript }
type Form = keyof typeof forms

export function RequestPanel({ calls }: { calls: readonly ApiRequest[] }) {
  const [form, setForm] = useState<Form>('curl')
  const text = calls.map(({ operation, params }) => forms[form](operation, params)).join('\n\n')
  return (
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
          <CopyButton text={text} label="Copy request" />
        </span>
      </div>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={`Request as ${form}`}
        className="max-h-64 overflow-auto px-3 pb-3 font-mono text-xs whitespace-pre text-body"
      >
        {text}
      </pre>
    </div>
  )
}
