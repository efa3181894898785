// A button next to a page's title with links to its guides.
import { Info } from '@lucide/icons'
import { Icon } from '../ui/display/icon.tsx'
import { PopoverButton } from '../ui/overlay/popover.tsx'
import { DocsTopic, type TopicName } from './docs-topics.tsx'

export function DocsButton({ topic }: { topic: TopicName }) {
  return (
    <PopoverButton label="Links to docs" trigger={<Icon icon={Info} className="text-muted" />} align="start">
      <DocsTopic name={topic} />
    </PopoverButton>
  )
}
