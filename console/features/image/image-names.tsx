// Images as list options: the name, and details that distinguish them.
import type { Model } from '#contract/client.ts'
import type { ListItem } from '../../ui/input/list-item.ts'
import { GiB } from '../../util/format.ts'

type Image = Model<'Image'>

const sizeText = (size: number) => `${(size / GiB).toLocaleString(undefined, { maximumFractionDigits: 1 })} GiB`

interface ImageItemOptions {
  /** Marks project and silo images in a mixed list. */
  withOwner?: boolean
  /** What they are made for, and whether that runs here. */
  noteOf?: (id: string) => string | undefined
}

export const imageItems = (
  images: readonly Image[],
  { withOwner = false, noteOf }: ImageItemOptions = {},
): ListItem[] =>
  images.map(({ id, name, os, version, size, projectId }) => {
    const owner = withOwner ? [projectId ? 'Project image' : 'Silo image'] : []
    return {
      value: id,
      label: name,
      content: (
        <>
          {name}
          <span className="block text-xs text-muted">
            {[os, version, sizeText(size), ...owner, noteOf?.(id)].filter(Boolean).join(' / ')}
          </span>
        </>
      ),
    }
  })
