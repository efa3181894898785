// IP pools as list options: the name, whether it is the default, and the description.
import type { Model } from '#contract/client.ts'
import { Badge } from '../../ui/display/badge.tsx'
import type { ListItem } from '../../ui/input/list-item.ts'

export const poolItems = (pools: readonly Model<'SiloIpPool'>[]): ListItem[] =>
  pools.map(({ name, isDefault, description }) => ({
    value: name,
    label: name,
    content: (
      <>
        <span className="flex items-center gap-2">
          {name} {isDefault && <Badge>default</Badge>}
        </span>
        {description && <span className="block text-xs text-muted">{description}</span>}
      </>
    ),
  }))
