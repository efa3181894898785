// Beside a page's title: where to read more about what the page shows.
import { Info } from 'lucide-react'
import { late, useLate } from '../ui/late.ts'
import { PopoverButton } from '../ui/popover.tsx'
import type { TopicName } from './docs-topics.tsx'

const text = late<{ name: TopicName }>(async () => (await import('./docs-topics.tsx')).DocsTopic)

export function DocsButton({ topic }: { topic: TopicName }) {
  return (
    <PopoverButton label="Links to docs" trigger={<Info aria-hidden className="text-muted" />} align="start">
      <Text name={topic} />
    </PopoverButton>
  )
}

/** Asked for when the panel opens, not before. */
function Text({ name }: { name: TopicName }) {
  return useLate(text, true) ? <text.Part name={name} /> : <div aria-hidden className="h-36 w-72 max-w-full" />
}
