// A text field for OxQL with suggestions. The down arrow enters the suggestions, Enter inserts one, Escape closes them.
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { cx } from '../../ui/display/cx.ts'
import { controlClass } from '../../ui/input/text-input.tsx'
import { applySuggestion, completionAt, valueAt, type Completion, type Schema } from './completion.ts'
import type { FieldValues } from './use-field-values.ts'

interface OxqlEditorProps {
  value: string
  onChange: (text: string) => void
  onRun: () => void
  schemas: readonly Schema[]
  values: FieldValues
  isInvalid: boolean
}

export const EDITOR_ID = 'oxql-editor'

export function OxqlEditor({ value, onChange, onRun, schemas, values, isInvalid }: OxqlEditorProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  /** where the caret goes once React has put the new text in place */
  const nextCaret = useRef<number>(undefined)
  const [caret, setCaret] = useState<number>()
  const [active, setActive] = useState(-1)
  useLayoutEffect(() => {
    if (nextCaret.current === undefined) return
    field.current?.setSelectionRange(nextCaret.current, nextCaret.current)
    nextCaret.current = undefined
  })

  const completion: Completion | undefined =
    caret === undefined ? undefined : completionAt(value, Math.min(caret, value.length), { schemas, values: values.of })
  const suggestions = completion?.suggestions ?? []
  const open = (at: number, text: string) => {
    setCaret(at)
    setActive(-1)
    const wanted = valueAt(text.slice(0, at))
    if (wanted) values.load(wanted.timeseries)
  }
  const close = () => setCaret(undefined)
  const accept = (chosen: string) => {
    if (!completion) return
    const applied = applySuggestion(value, completion, chosen)
    nextCaret.current = applied.caret
    onChange(applied.text)
    open(applied.caret, applied.text)
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const at = event.currentTarget.selectionStart
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      close()
      return onRun()
    }
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault()
      return open(at, value)
    }
    if (suggestions.length === 0) return
    const chosen = suggestions[active]
    if (event.key === 'ArrowDown') setActive((active + 1) % suggestions.length)
    else if (event.key === 'ArrowUp' && active >= 0) setActive(active - 1)
    else if (event.key === 'Enter' && chosen) accept(chosen.text)
    else if (event.key === 'Escape') close()
    else {
      if (event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End') close()
      return
    }
    event.preventDefault()
  }
  return (
    <div className="relative">
      <textarea
        ref={field}
        id={EDITOR_ID}
        aria-label="OxQL query"
        aria-autocomplete="list"
        aria-controls={suggestions.length > 0 ? id : undefined}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        aria-invalid={isInvalid || undefined}
        autoComplete="off"
        spellCheck={false}
        rows={6}
        maxLength={4096}
        placeholder="get virtual_machine:vcpu_usage | filter timestamp > @now() - 1h | align mean_within(1m)"
        value={value}
        className={cx(controlClass, 'block w-full resize-y px-2.5 py-2 font-mono text-xs leading-5')}
        onChange={(event) => {
          onChange(event.target.value)
          open(event.target.selectionStart, event.target.value)
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      {suggestions.length > 0 && (
        <ul
          id={id}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- the field keeps the focus
          role="listbox"
          aria-label="Suggestions"
          className="absolute inset-x-0 top-full z-10 mt-1 max-h-56 overflow-y-auto rounded-md border border-line bg-float p-1 text-xs shadow-float"
        >
          {suggestions.map((suggestion, at) => (
            <li
              key={suggestion.text}
              id={`${id}-${at}`}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- the field keeps the focus
              role="option"
              aria-selected={at === active}
              ref={at === active ? scrollIntoView : undefined}
              className="flex cursor-pointer flex-wrap gap-x-3 rounded-sm px-2 py-1 hover:bg-hover aria-selected:bg-accent-soft"
              // before the field would lose the focus
              onPointerDown={(event) => {
                event.preventDefault()
                accept(suggestion.text)
              }}
            >
              <span className="font-mono">{suggestion.text}</span>
              <span className="text-muted">{suggestion.detail}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })
