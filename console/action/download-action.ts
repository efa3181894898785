// Downloads the bytes of a disk, snapshot or image. The browser saves them as they come, and can resume.
import { urlOf } from '#contract/client.ts'
import { ApiError, errorMessage } from '#contract/errors.ts'
import { host, isPreview } from '../host.ts'
import type { Action } from './action.tsx'

type Download = 'disk_content_download' | 'snapshot_content_download' | 'image_content_download'

interface DownloadOptions {
  operation: Download
  /** with the ID */
  path: Record<string, string>
  whyNot?: string | undefined
}

export const downloadAction = ({ operation, path, whyNot }: DownloadOptions): Action => ({
  label: 'Download',
  icon: 'download',
  sends: operation,
  whyNot: isPreview ? 'The preview keeps its disks in this browser' : whyNot,
  async run() {
    const url = urlOf(operation, path)
    // a link cannot say why it was refused
    const probe = await host.fetch(url, { headers: { range: 'bytes=0-0' } })
    if (!probe.ok) throw new Error(await reasonOf(operation, probe))
    const link = document.createElement('a')
    link.href = url
    link.download = ''
    link.click()
  },
})

async function reasonOf(operation: Download, response: Response): Promise<string> {
  const facts = (await response.json().catch(() => ({}))) as { message?: string; error_code?: string }
  const { message = 'The server refused the download', error_code: errorCode } = facts
  return errorMessage(new ApiError(operation, { status: response.status, message, errorCode }))
}
