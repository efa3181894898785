// The open panel of "View API request". Loaded when opened, because no page needs it to show its content.
import { useState } from 'react'
import { Button } from '../ui/input/button.tsx'
import { CopyButton } from '../ui/display/copy.tsx'
import { asCommand, asCurl, asTypeScript, type ApiRequest } from './request-text.ts'

const forms = { curl: asCurl, TypeScript: asTypeScript, CLI: asCommand }
type Form = keyof typeof forms

export interface RequestPanelProps {
  calls: readonly ApiRequest[]
  /** one command that replaces all the calls */
  command?: string | undefined
  onClose: () => void
}

export function RequestPanel({ calls, command }: RequestPanelProps) {
  const [form, setForm] = useState<Form>('curl')
  const each = () => calls.map(({ operation, params }) => forms[form](operation, params)).join('\n\n')
  const text = form === 'CLI' && command !== undefined ? command : each()
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
