// A list inside the form: a table of what is there, and a panel that adds or changes an entry.
import { useState, type ReactNode } from 'react'
import { useController, type DefaultValues, type FieldValues } from 'react-hook-form'
import { DraftForm } from '../../form/draft-form.tsx'
import { Button } from '../../ui/input/button.tsx'
import { Field } from '../../ui/input/field.tsx'
import { MiniTable, type MiniTableProps } from '../../ui/input/mini-table.tsx'

interface ListFieldProps<Row, Values extends FieldValues> {
  name: string
  /** plural: 'Links' */
  label: string
  /** singular, as in a sentence: 'link' */
  noun: string
  help?: string
  nameOf: (row: Row) => string
  /** over the names */
  nameHeader: string
  /** after the name */
  columns: MiniTableProps<Row>['columns']
  /** what the panel starts with; without a row for a new entry */
  toValues: (row?: Row) => Values
  fromValues: (values: Values, row?: Row) => Row
  whyNotAdd?: string | undefined
  /** the fields of the panel; `others` are the rows besides the one being changed */
  children: (others: readonly Row[]) => ReactNode
}

export function ListField<Row, Values extends FieldValues>(props: ListFieldProps<Row, Values>) {
  const { name, label, noun, help, nameOf, nameHeader, columns, toValues, fromValues, whyNotAdd, children } = props
  const { value, onChange } = useController({ name }).field
  const rows = value as readonly Row[]
  /** the index being changed; the length for a new entry */
  const [at, setAt] = useState<number>()
  const row = at === undefined ? undefined : rows[at]
  const title = `${row ? 'Edit' : 'Add'} ${noun}`
  const nameCell = (one: Row) => (
    <button
      type="button"
      aria-label={`Edit ${noun} ${nameOf(one)}`}
      onClick={() => setAt(rows.indexOf(one))}
      className="font-mono text-xs text-accent hover:underline"
    >
      {nameOf(one)}
    </button>
  )
  return (
    <Field label={label} help={help} group>
      <div className="space-y-2">
        <MiniTable
          label={label}
          columns={[{ header: nameHeader, cell: nameCell }, ...columns]}
          rows={rows}
          rowKey={(one) => `${rows.indexOf(one)}`}
          removeLabel={(one) => `remove ${noun} ${nameOf(one)}`}
          onRemove={(_, index) => onChange(rows.toSpliced(index, 1))}
        />
        <Button disabledReason={whyNotAdd} onClick={() => setAt(rows.length)}>
          Add {noun}
        </Button>
      </div>
      {at !== undefined && (
        <DraftForm<Values>
          title={title}
          submitLabel={row ? `Update ${noun}` : `Add ${noun}`}
          defaultValues={toValues(row) as DefaultValues<Values>}
          onSubmit={(values) => {
            onChange(rows.toSpliced(at, row ? 1 : 0, fromValues(values, row)))
            setAt(undefined)
          }}
          onClose={() => setAt(undefined)}
        >
          {children(rows.filter((one) => one !== row))}
        </DraftForm>
      )}
    </Field>
  )
}
