// A list on a tab of a resource's page: a line about what is listed, the button that adds to it, and the table or an empty state.
import type { ReactNode } from 'react'
import type { Action } from '../action/action.tsx'
import { ActionButton } from '../frame/action-button.tsx'
import { EmptyState } from '../ui/display/empty-state.tsx'

interface TabListProps {
  text?: string
  add: Action
  /** other ways to add */
  more?: readonly Action[]
  empty: { title: string; text: string } | false
  children: ReactNode
}

export function TabList({ text, add, more = [], empty, children }: TabListProps) {
  const button = [...more, add].map((action) => <ActionButton key={action.label} action={action} />)
  if (empty) return <EmptyState {...empty} action={button} />
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-end gap-4">
        {text && <p className="mr-auto text-sm text-muted">{text}</p>}
        {button}
      </div>
      {children}
    </>
  )
}
