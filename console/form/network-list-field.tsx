// A list of networks, added one at a time, bound to the surrounding form. The text not yet added is a form value too:
// `<name>Draft`.
import { useController, useFormContext } from 'react-hook-form'
import { canonical } from '#contract/ip.ts'
import { ipNetProblem, uniqueProblem } from '#contract/network-checks.ts'
import { Field } from '../ui/input/field.tsx'
import { MiniTable, MiniTableButtons } from '../ui/input/mini-table.tsx'
import { TextInput } from '../ui/input/text-input.tsx'

interface NetworkListProps {
  name: string
  label: string
  /** one entry, as in a sentence: 'transit IP' */
  noun: string
  help: string
  required?: boolean
  /** what is wrong with an entry, beyond not being a network */
  check?: (network: string) => string | undefined
}

// text that was typed but not added would be lost silently
const notLeftOver = (text: string) => text.trim() === '' || 'Add this network, or clear the field'
const columns = [{ header: 'Network', cell: (net: string) => <span className="font-mono text-xs">{net}</span> }]

export function NetworkListField({ name, label, noun, help, required = false, check }: NetworkListProps) {
  const draftName = `${name}Draft`
  const { setError, clearErrors, setValue } = useFormContext()
  const { value, onChange } = useController({ name }).field
  const networks = value as string[]
  const isEnough = () => !required || networks.length > 0 || `Add at least one ${noun}`
  const { field: draft, fieldState } = useController({
    name: draftName,
    rules: { validate: { notLeftOver, isEnough } },
  })
  const text = String(draft.value).trim()
  const clear = () => {
    setValue(draftName, '')
    clearErrors(draftName)
  }
  const add = () => {
    const problem = ipNetProblem(text) ?? check?.(text) ?? uniqueProblem(networks, canonical(text))
    if (problem) return setError(draftName, { message: problem })
    onChange([...networks, canonical(text)])
    clear()
  }
  return (
    <div className="space-y-2">
      <Field label={label} required={required} help={help} error={fieldState.error?.message}>
        <TextInput
          {...draft}
          mono
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Enter adds the entry instead of submitting the form
            event.preventDefault()
            if (text) add()
          }}
        />
      </Field>
      <MiniTableButtons addLabel={`Add ${noun}`} onAdd={add} onClear={clear} empty={text === ''} />
      <MiniTable
        label={label}
        columns={columns}
        rows={networks}
        rowKey={(net) => net}
        removeLabel={(net) => `remove ${noun} ${net}`}
        onRemove={(net) => onChange(networks.filter((one) => one !== net))}
      />
    </div>
  )
}
