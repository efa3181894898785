// Buttons, menus and copy buttons.
import { Plus, Server } from '@lucide/icons'
import { Icon } from '../display/icon.tsx'
import { Button, ButtonLink, type ButtonVariant } from '../input/button.tsx'
import { CopyButton, CopyText, Truncate } from '../display/copy.tsx'
import { Kbd } from '../display/frame-bits.tsx'
import type { MenuItem } from '../overlay/menu-item.ts'
import { MenuButton } from '../overlay/menu.tsx'
import { RefreshButton } from '../input/refresh.tsx'
import { Tooltip } from '../overlay/tooltip.tsx'
import { Specimen, Specimens } from './specimen.tsx'

const variants: ButtonVariant[] = ['primary', 'secondary', 'ghost', 'danger']
export const sampleItems: MenuItem[] = [
  { label: 'Copy ID', onSelect: () => undefined },
  { label: 'View storage', href: '/storage' },
  { label: 'Start', disabledReason: 'Only a stopped instance can be started' },
  { label: 'Delete', danger: true, onSelect: () => undefined, icon: 'delete', group: 'danger' },
]
const wait = () => new Promise((resolve) => setTimeout(resolve, 800))

export function ActionParts() {
  return (
    <Specimens title="Actions">
      {variants.map((variant) => (
        <Specimen key={variant} name={variant}>
          <Button variant={variant}>
            <Icon icon={Plus} />
            New instance
          </Button>
          <Button variant={variant} size="sm">
            Small
          </Button>
          <Button variant={variant} size="icon" aria-label={`Add, ${variant}`}>
            <Icon icon={Plus} />
          </Button>
          <Button variant={variant} pending>
            Saving
          </Button>
          <Button variant={variant} disabledReason="The instance is running; stop it first">
            With a reason
          </Button>
        </Specimen>
      ))}
      <Specimen name="Links">
        <ButtonLink to="/somewhere" variant="primary">
          <Icon icon={Server} />
          Open instances
        </ButtonLink>
        <ButtonLink to="/elsewhere">Go elsewhere</ButtonLink>
      </Specimen>
      <Specimen name="Menu, tooltip">
        <MenuButton label="Row actions" items={sampleItems} />
        <MenuButton label="Instance actions" variant="secondary" align="start" heading="db1" items={sampleItems}>
          Actions
        </MenuButton>
        <Tooltip content="A hint after 250 ms, at once on focus">
          <Button>Hover or focus</Button>
        </Tooltip>
        <RefreshButton onRefresh={wait} />
        <span className="flex gap-1">
          <Kbd>Ctrl</Kbd>
          <Kbd>K</Kbd>
        </span>
      </Specimen>
      <Specimen name="Copy, truncate">
        <CopyButton text="copied" />
        <CopyText text="5d3b8a0e-6f1c-4f0e-9b6a-0c1d2e3f4a5b" />
        <Truncate text="a-rather-long-name-that-does-not-fit-anywhere" maxLength={24} copy />
        <Truncate text="image-2025-06-01-debian-12-amd64.raw" maxLength={24} position="middle" mono />
      </Specimen>
    </Specimens>
  )
}
