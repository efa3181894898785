// A button next to a page's title with links to its guides.
import { Info } from '@lucide/icons'
import { Icon } from '../ui/display/icon.tsx'
import { lazyPopup } from '../ui/display/lazy.tsx'
import { PopoverButton } from '../ui/overlay/popover.tsx'
import type { TopicName } from './docs-topics.lazy.tsx'

const DocsTopic = lazyPopup(async () => (await import('./docs-topics.lazy.tsx')).DocsTopic)

export function DocsButton({ topic }: { topic: TopicName }) {
  return (
    <PopoverButton label="Links to docs" trigger={<Icon icon={Info} className="text-muted" />} align="start">
      {(close) => <DocsTopic name={topic} onClose={close} />}
    </PopoverButton>
  )
}
