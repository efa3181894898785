// Actions on images of projects and of the silo.
import type { Action } from '../../action/action.tsx'
import { downloadAction } from '../../action/download-action.ts'

export const downloadImageAction = (image: string): Action =>
  downloadAction({ operation: 'image_content_download', path: { image } })
