// A card with a table, the buttons that add to it, and what stands in its place while it has no rows.
import { useId, type ReactNode } from 'react'
import { menuItem, type Action } from '../action/action.tsx'
import { ActionButton } from '../frame/action-button.tsx'
import { Card } from '../ui/display/card.tsx'
import { Table, type TableProps } from '../ui/display/table.tsx'

interface TableCardProps<Row> extends Omit<TableProps<Row>, 'label' | 'labelledBy' | 'actions'> {
  title: string
  text?: ReactNode
  buttons?: readonly Action[]
  actions?: (row: Row) => readonly Action[]
  empty?: ReactNode
  /** the forms that the buttons open */
  children?: ReactNode
}

export function TableCard<Row>(props: TableCardProps<Row>) {
  const { title, text, buttons = [], actions, empty, children, ...table } = props
  const id = useId()
  return (
    <Card
      title={title}
      titleId={id}
      text={text}
      actions={buttons.length > 0 && buttons.map((button) => <ActionButton key={button.label} action={button} />)}
    >
      {table.rows.length > 0 ? (
        <Table {...table} labelledBy={id} {...(actions && { actions: (row: Row) => actions(row).map(menuItem) })} />
      ) : (
        empty
      )}
      {children}
    </Card>
  )
}
