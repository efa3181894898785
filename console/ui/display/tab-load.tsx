// The loading and error states of a tab or a part of a page.
import { Message } from './message.tsx'
import { Skeleton } from './skeleton.tsx'

export function TabLoad({ error }: { error: unknown }) {
  if (error)
    return (
      <Message tone="danger" title="Could not be read">
        {error instanceof Error ? error.message : String(error)}
      </Message>
    )
  return (
    <div className="space-y-3" aria-busy>
      <Skeleton className="h-4 w-64" />
      <Skeleton className="h-4 w-48" />
    </div>
  )
}
