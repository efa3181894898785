// The user to log in as, where it is known: starter images have only root.
import { useLoad } from '../../../use-api.ts'
import { STARTER_OS } from '../../../upload/starter-os.ts'
import { imageById } from '../../image/image-queries.ts'
import { instanceDisks, instanceView } from '../instance-queries.ts'

export function useLoginName(project: string, instance: string, enabled = true): 'root' | undefined {
  const { data: { bootDiskId } = {} } = useLoad(instanceView(project, instance), { enabled })
  const { items = [] } = useLoad(instanceDisks(project, instance), { enabled, optional: true }).data ?? {}
  const imageId = items.find(({ id }) => id === bootDiskId)?.imageId ?? undefined
  const { data: image } = useLoad(imageById(imageId ?? ''), {
    enabled: enabled && imageId !== undefined,
    optional: true,
  })
  return image?.type === 'success' && image.data.os === STARTER_OS ? 'root' : undefined
}
