// The frame of a silo's tabs: a line about what is listed, the button that adds to it, and the table or an empty state.
import type { ReactNode } from 'react'
import { EmptyState } from '../ui/display/empty-state.tsx'

interface TabListProps {
  text: string
  add: ReactNode
  empty: { title: string; text: string } | false
  children: ReactNode
}

export function TabList({ text, add, empty, children }: TabListProps) {
  if (empty) return <EmptyState {...empty} action={add} />
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-end gap-4">
        <p className="mr-auto text-sm text-muted">{text}</p>
        {add}
      </div>
      {children}
    </>
  )
}
