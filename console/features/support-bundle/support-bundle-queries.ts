// Support bundles and the files inside them.
import { urlOf } from '#contract/client.ts'
import { ApiError } from '#contract/errors.ts'
import { query, type Query } from '../../api.ts'
import { host } from '../../host.ts'
import { paged, type UnsortedPage } from '../../queries.ts'

/** Of a file that is shown in the page; the rest can be downloaded. */
export const MAX_SHOWN_BYTES = 256 * 1024

export const supportBundleList = (page?: UnsortedPage) => query('support_bundle_list', { query: paged(page) })
export const supportBundleView = (supportBundle: string) => query('support_bundle_view', { path: { supportBundle } })

export const fileUrl = (supportBundle: string, file: string) =>
  urlOf('support_bundle_download_file', { supportBundle, file })

export interface Shown {
  text: string
  /** of the whole file */
  size: number
  isCut: boolean
}

/** The beginning of a file. */
export function supportBundleFile(supportBundle: string, file: string): Query<Shown> {
  return {
    key: ['support_bundle_download_file', { path: { supportBundle, file } }],
    async fetch(signal) {
      const range = `bytes=0-${MAX_SHOWN_BYTES - 1}`
      const response = await host.fetch(fileUrl(supportBundle, file), { headers: { range }, signal })
      // an empty file has no first byte
      if (response.status === 416) return { text: '', size: 0, isCut: false }
      if (!response.ok) throw await refusal(response)
      const bytes = new Uint8Array(await response.arrayBuffer()).subarray(0, MAX_SHOWN_BYTES)
      const total = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
      const size = Number(total ?? response.headers.get('content-length') ?? bytes.length)
      return { text: new TextDecoder().decode(bytes), size, isCut: size > bytes.length }
    },
  }
}

async function refusal(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as { message?: string }
  const message = body.message ?? 'The file cannot be read.'
  return new ApiError('support_bundle_download_file', { status: response.status, message })
}
