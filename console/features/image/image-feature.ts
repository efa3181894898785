// Images: those of a project, with the upload, and those that the whole silo shares.
import { Disc3 } from '@lucide/icons'
import { searchProjects, searchSilo, type Feature } from '../../feature.ts'
import { formRoute } from '../../form/form-route.ts'
import { labelsIn } from '../../label-queries.ts'
import { paths, places } from '../../paths.ts'
import { imageList, imageUploads, imageView, siloImageList, siloImageView } from './image-queries.ts'
import { page } from '../../route.ts'

const projectRoutes = page({
  crumb: { text: 'Images', to: places.images },
  load: ({ project = '' }) => [imageList(project)],
  later: ({ project = '' }) => [imageUploads(project), labelsIn({ kind: 'image', project })],
  code: () => import('./image-list.tsx'),
  children: [
    page({ path: places.images }),
    formRoute({
      path: places.imagesNew,
      operation: 'image_upload_create',
      crumb: 'Upload image',
      code: () => import('./image-upload-form.tsx'),
      form: 'ImageUploadForm',
    }),
    formRoute({
      path: places.imageEdit,
      crumb: 'Edit image',
      reads: ({ project, image }) => ({ image: imageView(project, image) }),
      code: () => import('./image-facts.tsx'),
      form: 'ImageFacts',
    }),
  ],
})

const siloRoutes = page({
  crumb: { text: 'Images', to: places.siloImages },
  load: () => [siloImageList()],
  later: () => [labelsIn({ kind: 'image' })],
  code: () => import('./silo-image-list.tsx'),
  children: [
    page({ path: places.siloImages }),
    formRoute({
      path: places.siloImageEdit,
      crumb: 'Edit image',
      reads: ({ image }) => ({ image: siloImageView(image) }),
      code: () => import('./image-facts.tsx'),
      form: 'ImageFacts',
    }),
  ],
})

export const imageFeature: Feature = {
  project: { routes: [projectRoutes], nav: { label: 'Images', icon: Disc3, to: places.images, letter: 'm' } },
  silo: { routes: [siloRoutes], nav: { label: 'Images', icon: Disc3, to: places.siloImages, letter: 'm' } },
  search: [
    searchProjects('Images', imageList, ({ name }, project) => paths.imageEdit({ project, image: name })),
    searchSilo('Silo images', siloImageList, ({ name }) => paths.siloImageEdit({ image: name })),
  ],
}
