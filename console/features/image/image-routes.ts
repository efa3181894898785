// Images: those of a project, with the upload, and those that the whole silo shares.
import { paths, places } from '../../paths.ts'
import { imageList, imageView, siloImageList, siloImageView } from '../../queries.ts'
import { form, page } from '../../route.ts'

export const imageRoutes = page({
  crumb: { text: 'Images', to: ({ project = '' }) => paths.images({ project }) },
  load: ({ project = '' }) => [imageList(project)],
  code: () => import('./image-list.tsx'),
  children: [
    page({ path: places.images }),
    form({ path: places.imagesNew, crumb: 'Upload image', code: () => import('./image-upload.tsx') }),
    form({
      path: places.imageEdit,
      crumb: 'Edit Image',
      load: ({ project = '', image = '' }) => [imageView(project, image)],
      code: () => import('./image-view.tsx'),
    }),
  ],
})

export const siloImageRoutes = page({
  crumb: { text: 'Images', to: () => paths.siloImages() },
  load: () => [siloImageList()],
  code: () => import('./silo-image-list.tsx'),
  children: [
    page({ path: places.siloImages }),
    form({
      path: places.siloImageEdit,
      crumb: 'Edit Image',
      load: ({ image = '' }) => [siloImageView(image)],
      code: () => import('./silo-image-view.tsx'),
    }),
  ],
})
