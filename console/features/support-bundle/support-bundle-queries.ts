// Support bundles and the files inside them.
import { urlOf } from '#contract/client.ts'
import { query, type Query } from '../../api.ts'
import { paged, type UnsortedPage } from '../../queries.ts'
import type { FileStart } from './read-file.lazy.ts'

/** How much of a file the page shows; the rest can be downloaded. */
export const MAX_SHOWN_BYTES = 256 * 1024

export const supportBundleList = (page?: UnsortedPage) => query('support_bundle_list', { query: paged(page) })
export const supportBundleView = (supportBundle: string) => query('support_bundle_view', { path: { supportBundle } })

export const fileUrl = (supportBundle: string, file: string) =>
  urlOf('support_bundle_download_file', { supportBundle, file })

/** The beginning of a file. */
export const supportBundleFile = (supportBundle: string, file: string): Query<FileStart> => ({
  key: ['support_bundle_download_file', { path: { supportBundle, file } }],
  async fetch(signal) {
    const { readStart } = await import('./read-file.lazy.ts')
    return readStart(fileUrl(supportBundle, file), MAX_SHOWN_BYTES, signal)
  },
})
