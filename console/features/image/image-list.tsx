// The images of a project.
import { Disc3 } from '@lucide/icons'
import { Icon } from '../../ui/display/icon.tsx'
import { Outlet, useNavigate, useParams } from 'react-router'
import type { Model } from '#contract/client.ts'
import { send } from '../../api.ts'
import { deleteAction, type Action } from '../../action/action.tsx'
import { DocsButton } from '../../help/docs-button.tsx'
import { imageColumns } from './image-columns.tsx'
import { LinkButton } from '../../frame/link.tsx'
import { usePalette } from '../../frame/palette.ts'
import { ResourceTable } from '../../table/resource-table.tsx'
import { useShortcut } from '../../frame/shortcuts.ts'
import { paths } from '../../paths.ts'
import { imageList } from './image-queries.ts'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'
import { toast } from '../../ui/overlay/toast.tsx'

type Image = Model<'Image'>

function promoteAction(project: string, image: string): Action {
  const params = { path: { image }, query: { project } }
  return {
    label: 'Promote',
    bulk: true,
    call: { operation: 'image_promote', params },
    ask: {
      title: 'Promote image',
      content: (
        <>
          Share <strong>{image}</strong> with the whole silo?
        </>
      ),
      consequence: 'Every project can make disks from it, and it leaves the list of this project.',
      actionLabel: 'Promote image',
      errorTitle: `Could not promote image ${image}`,
    },
    run: () =>
      send('image_promote', params, () => {
        toast({ content: `Image ${image} promoted`, link: { label: 'View silo images', to: paths.siloImages() } })
      }),
  }
}

const deleteImageAction = (project: string, image: string) =>
  deleteAction({
    kind: 'image',
    name: image,
    operation: 'image_delete',
    params: { path: { image }, query: { project } },
    consequence: 'No more disks can be made from it. Those that were are kept.',
  })

export default function ImageListPage() {
  const navigate = useNavigate()
  const { project = '' } = useParams()
  const toNew = paths.imagesNew({ project })
  usePalette([{ label: 'Upload image', to: toNew }])
  useShortcut('c', 'Upload image', () => void navigate(toNew))
  const New = (
    <LinkButton to={toNew} variant="primary">
      Upload image
    </LinkButton>
  )
  return (
    <>
      <PageHeader
        title="Project Images"
        icon={<Icon icon={Disc3} />}
        aside={<DocsButton topic="images" />}
        actions={New}
      />
      <ResourceTable
        label="images"
        list={(page) => imageList(project, page)}
        columns={imageColumns(({ name }) => paths.imageEdit({ project, image: name }))}
        actions={({ name }: Image) => [promoteAction(project, name), deleteImageAction(project, name)]}
        empty={
          <EmptyState
            icon={<Icon icon={Disc3} />}
            title="No images"
            text="Disks are made from images. Upload one from your computer, or make one from a snapshot."
            action={New}
          />
        }
      />
      <Outlet />
    </>
  )
}
