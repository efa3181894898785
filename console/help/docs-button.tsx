// Beside a page's title: where to read more about what the page shows.
import { Info } from '@lucide/icons'
import { Icon } from '../ui/display/icon.tsx'
import { late } from '../ui/display/late.ts'
import { PopoverButton } from '../ui/overlay/popover.tsx'
import type { TopicName } from './docs-topics.tsx'

const text = late<{ name: TopicName }>(async () => (await import('./docs-topics.tsx')).DocsTopic)

export function DocsButton({ topic }: { topic: TopicName }) {
  return (
    <PopoverButton
      label="Links to docs"
      trigger={<Icon icon={Info} className="text-muted" />}
      align="start"
      needs={text}
    >
      <text.Part name={topic} />
    </PopoverButton>
  )
}
