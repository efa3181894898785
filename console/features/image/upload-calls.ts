// The API requests of an upload, and the command that makes them all, shown for use in scripts.
import { commandText, PROGRAM } from '#contract/command.ts'
import { GIB } from '#contract/limits.ts'
import type { ImageParams } from '../../upload/ports.ts'
import type { ApiRequest } from '../../action/request-text.ts'

const atUpload = { path: { upload: 'the id of the upload' } }
const temporary = { disk: 'tmp-for-image', snapshot: 'tmp-snapshot' }

/** The host stages the file and makes the image. */
export const stagedCalls = (project: string, image: ImageParams, size: number): ApiRequest[] => [
  {
    operation: 'image_upload_create',
    params: {
      query: { project },
      body: { ...image, source: { type: 'file', size, fingerprint: 'the same for the same file' } },
    },
  },
  { operation: 'image_upload_write', params: { ...atUpload, query: { offset: 0 }, body: '…' } },
  { operation: 'image_upload_view', params: atUpload },
]

/** The same with the published operations. */
export function uploadCalls(
  project: string,
  { blockSize, labels: _labels, ...image }: ImageParams,
  bytes: number,
): ApiRequest[] {
  const query = { project }
  const at = { path: { disk: temporary.disk }, query }
  const disk = {
    name: temporary.disk,
    description: '',
    diskSource: { type: 'importing_blocks', blockSize },
    size: Math.max(1, Math.ceil(bytes / GIB)) * GIB,
  }
  return [
    { operation: 'disk_create', params: { query, body: disk } },
    { operation: 'disk_bulk_write_import_start', params: at },
    { operation: 'disk_bulk_write_import', params: { ...at, body: { offset: 0, base64EncodedData: '…' } } },
    { operation: 'disk_bulk_write_import_stop', params: at },
    { operation: 'disk_finalize_import', params: { ...at, body: { snapshotName: temporary.snapshot } } },
    {
      operation: 'image_create',
      params: { query, body: { ...image, source: { type: 'snapshot', id: 'the id of the snapshot' } } },
    },
    { operation: 'snapshot_delete', params: { path: { snapshot: temporary.snapshot }, query } },
    { operation: 'disk_delete', params: at },
  ]
}

/** The host fetches the file and makes the image. */
export const fetchCalls = (project: string, image: ImageParams, url: string): ApiRequest[] => [
  {
    operation: 'image_upload_create',
    params: { query: { project }, body: { ...image, source: { type: 'url', url } } },
  },
  { operation: 'image_upload_view', params: atUpload },
]

/** `FILE` is a placeholder: browsers do not reveal the path of a chosen file. */
export function uploadCommand(project: string, image: ImageParams, file = ''): string {
  const { name, description, os, version, blockSize } = image
  const options = Object.entries({ project, name, description, os, version, 'block-size': blockSize })
  // joined by an equals sign, so that a value can begin with a dash
  const args = options.map(([option, value]) => `--${option}=${value}`)
  return commandText({ args: [PROGRAM, 'image', 'upload', file || 'FILE', ...args] })
}
