// Networks that an interface may carry traffic for: a list that grows one entry at a time.
import { useController, useFormContext } from 'react-hook-form'
import { canonical } from '#contract/ip.ts'
import { ipNetProblem, uniqueProblem } from '#contract/network-checks.ts'
import { Field } from '../../ui/input/field.tsx'
import { MiniTable, MiniTableButtons } from '../../ui/input/mini-table.tsx'
import { TextInput } from '../../ui/input/text-input.tsx'

interface Values {
  transitIps: string[]
  transitDraft: string
}

// what is typed and not added would be lost without a word
const notLeftOver = (text: string) => text.trim() === '' || 'Add this network, or clear the field'
const columns = [{ header: 'Network', cell: (net: string) => <span className="font-mono text-xs">{net}</span> }]

export function TransitIpsField() {
  const { setError, clearErrors, setValue } = useFormContext<Values>()
  const list = useController<Values, 'transitIps'>({ name: 'transitIps' }).field
  const { field: draft, fieldState } = useController<Values, 'transitDraft'>({
    name: 'transitDraft',
    rules: { validate: notLeftOver },
  })
  const text = draft.value.trim()
  const clear = () => {
    setValue('transitDraft', '')
    clearErrors('transitDraft')
  }
  const add = () => {
    const problem = ipNetProblem(text) ?? uniqueProblem(list.value, canonical(text))
    if (problem) return setError('transitDraft', { message: problem })
    list.onChange([...list.value, canonical(text)])
    clear()
  }
  return (
    <div className="space-y-2">
      <Field
        label="Transit IPs"
        help="Additional networks it may route traffic for, such as 192.168.0.0/16."
        error={fieldState.error?.message}
      >
        <TextInput
          {...draft}
          mono
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // adds the entry; the form is sent by its own button
            event.preventDefault()
            if (text) add()
          }}
        />
      </Field>
      <MiniTableButtons addLabel="Add transit IP" onAdd={add} onClear={clear} empty={text === ''} />
      <MiniTable
        label="Transit IPs"
        columns={columns}
        rows={list.value}
        rowKey={(net) => net}
        removeLabel={(net) => `remove transit IP ${net}`}
        onRemove={(net) => list.onChange(list.value.filter((one) => one !== net))}
      />
    </div>
  )
}
