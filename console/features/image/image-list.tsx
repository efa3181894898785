// The images of a project.
import { Disc3 } from '@lucide/icons'
import { useParams } from 'react-router'
import { apiAction, bold, deleteAction, type Action } from '../../action/action.tsx'
import { downloadImageAction } from './image-actions.ts'
import { paths } from '../../paths.ts'
import { ResourcePage } from '../../table/resource-page.tsx'
import { imageColumns } from './image-columns.tsx'
import { imageList } from './image-queries.ts'
import { ImageUploads } from './image-uploads.tsx'

const promoteAction = (project: string, image: string): Action =>
  apiAction({
    label: 'Promote',
    icon: 'promote',
    bulk: 'Promoted',
    operation: 'image_promote',
    params: { path: { image }, query: { project } },
    ask: {
      title: 'Promote image',
      content: bold`Share ${image} with the whole silo?`,
      consequence: 'Every project can create disks from it. It moves from this list to the silo images.',
      errorTitle: `Could not promote image ${image}`,
    },
    done: { content: `Image ${image} promoted`, link: { label: 'View silo images', to: paths.siloImages() } },
  })

const deleteImageAction = (project: string, id: string, image: string) =>
  deleteAction({
    kind: 'image',
    name: image,
    operation: 'image_delete',
    params: { path: { image }, query: { project } },
    consequence: 'Existing disks are kept; no new ones can be created from it.',
    kept: { id, from: { project } },
  })

export default function ImageListPage() {
  const { project = '' } = useParams()
  return (
    <ResourcePage
      title="Project images"
      icon={Disc3}
      docs="images"
      create={[{ label: 'Upload image', to: paths.imagesNew({ project }) }]}
      overview={<ImageUploads key={project} project={project} />}
      label="images"
      list={(page) => imageList(project, page)}
      labels={{ kind: 'image', project }}
      columns={imageColumns(({ name }) => paths.imageEdit({ project, image: name }))}
      actions={({ id, name }) => [
        promoteAction(project, name),
        downloadImageAction(id),
        deleteImageAction(project, id, name),
      ]}
      empty="Disks are created from images. Upload one from your computer, or create one from a snapshot."
    />
  )
}
