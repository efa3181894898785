// The text for the next entry of a list. It is checked when it is added, then with every key until that succeeds.
import { useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import type { RuleValues } from './rule-values.ts'

interface EntryOptions {
  /** the form value that holds the text, so that the form asks before discarding it */
  name: 'targetDraft' | 'hostDraft' | 'portDraft'
  noun: string
  problemOf: (text: string) => string | undefined
  onAdd: (text: string) => void
}

export function useEntry({ name, noun, problemOf, onAdd }: EntryOptions) {
  const { setValue, clearErrors } = useFormContext<RuleValues>()
  const { field, fieldState } = useController<RuleValues, typeof name>({
    name,
    rules: { validate: (typed) => typed.trim() === '' || `Add this ${noun}, or clear the field` },
  })
  const [isRefused, setRefused] = useState(false)
  const text = field.value.trim()
  const problem = text === '' ? undefined : problemOf(text)
  // not field.onChange, which would check for text that is not added at every key once the form was submitted
  const onChange = (next: string) => {
    setValue(name, next, { shouldDirty: true })
    clearErrors(name)
  }
  const clear = () => {
    onChange('')
    setRefused(false)
  }
  const add = () => {
    if (text === '') return
    if (problem) return setRefused(true)
    onAdd(text)
    clear()
  }
  return {
    control: { ref: field.ref, value: field.value, onChange, onBlur: field.onBlur },
    error: (isRefused && problem) || fieldState.error?.message,
    isEmpty: text === '',
    add,
    clear,
  }
}
