// Images as list options: the name, and details that distinguish them.
import type { Model } from '#contract/client.ts'
import type { ListItem } from '../../ui/input/list-item.ts'
import { GiB } from '../../util/format.ts'

type Image = Model<'Image'>

const sizeText = (size: number) => `${(size / GiB).toLocaleString(undefined, { maximumFractionDigits: 1 })} GiB`

/** `withOwner` marks project and silo images in a mixed list. */
export const imageItems = (images: readonly Image[], withOwner = false): ListItem[] =>
  images.map(({ id, name, os, version, size, projectId }) => {
    const owner = withOwner ? [projectId ? 'Project image' : 'Silo image'] : []
    return {
      value: id,
      label: name,
      content: (
        <>
          {name}
          <span className="block text-xs text-muted">
            {[os, version, sizeText(size), ...owner].filter(Boolean).join(' / ')}
          </span>
        </>
      ),
    }
  })
