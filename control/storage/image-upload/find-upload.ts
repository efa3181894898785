// Finds image uploads.
import type { RowOf } from '../../db/database.ts'
import { makeFinder } from '../../frame/lookup.ts'

export type UploadRow = RowOf<'image_upload'>

/** By ID only: several uploads can want the same name. */
export const findUpload = makeFinder({
  table: 'image_upload',
  label: 'image-upload',
  param: 'upload',
  idWith: 'when providing upload as an ID, project should not be specified',
  nameWithout: 'upload should be an ID',
})
