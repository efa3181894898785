// A list of short texts, added one at a time, bound to the surrounding form. The text not yet added is a form value too:
// `<name>Draft`.
import { useController, useFormContext } from 'react-hook-form'
import { uniqueProblem } from '#contract/network-checks.ts'
import { Combobox } from '../ui/input/combobox.tsx'
import { Field } from '../ui/input/field.tsx'
import type { ListItem } from '../ui/input/list-item.ts'
import { MiniTable, MiniTableButtons } from '../ui/input/mini-table.tsx'
import { TextInput } from '../ui/input/text-input.tsx'

export interface EntryListProps {
  name: string
  label: string
  /** one entry, as in a sentence: 'transit IP' */
  noun: string
  /** over the entries */
  header: string
  help: string
  required?: boolean
  max?: number
  /** what is wrong with an entry */
  check?: (text: string) => string | undefined
  /** the form in which an entry is kept */
  canonical?: (text: string) => string
  /** offered to choose from */
  items?: readonly ListItem[] | undefined
  /** text that is not among the items can be added */
  arbitrary?: boolean
  emptyText?: string
}

const unchanged = (text: string) => text
const entryCell = (entry: string) => <span className="font-mono text-xs">{entry}</span>

export function EntryListField(props: EntryListProps) {
  const { name, label, noun, header, help, required = false, max = Infinity, check, canonical = unchanged } = props
  const { items, arbitrary = false, emptyText } = props
  const draftName = `${name}Draft`
  const { setError, clearErrors, setValue } = useFormContext()
  const { value, onChange } = useController({ name }).field
  const entries = value as string[]
  // text that was typed but not added would be lost silently
  const notLeftOver = (text: string) => text.trim() === '' || `Add this ${noun}, or clear the field`
  const isEnough = () => !required || entries.length > 0 || `Add at least one ${noun}`
  const { field, fieldState } = useController({
    name: draftName,
    rules: { validate: { notLeftOver, isEnough } },
  })
  const { ref, ...draft } = field
  const text = String(draft.value).trim()
  const clear = () => {
    setValue(draftName, '')
    clearErrors(draftName)
  }
  const add = () => {
    const isFull = entries.length >= max ? `At most ${max} can be added` : undefined
    const problem = check?.(text) ?? uniqueProblem(entries, canonical(text)) ?? isFull
    if (problem) return setError(draftName, { message: problem })
    onChange([...entries, canonical(text)])
    clear()
  }
  const addIfAny = () => text && add()
  return (
    <div className="space-y-2">
      <Field label={label} required={required} help={help} error={fieldState.error?.message}>
        {items ? (
          <Combobox
            items={items.filter((item) => !entries.includes(item.value))}
            value={text}
            onChange={draft.onChange}
            onBlur={draft.onBlur}
            onEnter={addIfAny}
            arbitrary={arbitrary}
            emptyText={arbitrary ? undefined : emptyText}
            ref={ref}
          />
        ) : (
          <TextInput
            {...draft}
            ref={ref}
            mono
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // Enter adds the entry instead of submitting the form
              event.preventDefault()
              addIfAny()
            }}
          />
        )}
      </Field>
      <MiniTableButtons addLabel={`Add ${noun}`} onAdd={add} onClear={clear} empty={text === ''} />
      <MiniTable
        label={label}
        columns={[{ header, cell: entryCell }]}
        rows={entries}
        rowKey={(entry) => entry}
        removeLabel={(entry) => `remove ${noun} ${entry}`}
        onRemove={(entry) => onChange(entries.filter((one) => one !== entry))}
      />
    </div>
  )
}
