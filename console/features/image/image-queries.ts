// Images of a project, and images shared with the whole silo.
import { errorsAllowed, query } from '../../api.ts'
import { inProject, LARGE_PAGE, paged, emptyIfHidden, type PageArgs } from '../../queries.ts'

export const imageList = (project: string, page?: PageArgs) =>
  query('image_list', { query: { project, ...paged(page) } })
export const first1000Images = (project: string) => query('image_list', { query: { project, limit: LARGE_PAGE } })
export const imageView = (project: string, image: string) =>
  query('image_view', { path: { image }, query: inProject(project, image) })
/** The image that something was made of; it may have been deleted since. */
export const imageById = (image: string) => errorsAllowed('image_view', { path: { image } })
/** Other hosts have none. */
export const imageUploads = (project: string) =>
  errorsAllowed('image_upload_list', { query: { project, limit: LARGE_PAGE } })

export const siloImageList = (page?: PageArgs) => query('image_list', { query: paged(page) })
export const first1000SiloImages = () => emptyIfHidden(query('image_list', { query: { limit: LARGE_PAGE } }))
export const siloImageView = (image: string) => query('image_view', { path: { image } })
