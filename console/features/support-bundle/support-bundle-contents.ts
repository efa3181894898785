// The file names in a support bundle, and the size of its zip.
import { urlOf } from '#contract/client.ts'
import { query, type Query } from '../../api.ts'
import { host } from '../../host.ts'

/** The names of the files, in the order of the zip. */
export function supportBundleIndex(supportBundle: string): Query<string[]> {
  const index = query('support_bundle_index', { path: { supportBundle } })
  return {
    key: index.key,
    fetch: async (signal) =>
      String(await index.fetch(signal))
        .split('\n')
        .filter(Boolean),
  }
}

export const zipUrl = (supportBundle: string) => urlOf('support_bundle_download', { supportBundle })

/** Undefined if the host does not say. */
export function supportBundleSize(supportBundle: string): Query<number | null> {
  return {
    key: ['support_bundle_head', { path: { supportBundle } }],
    async fetch(signal) {
      const response = await host.fetch(zipUrl(supportBundle), { method: 'HEAD', signal })
      const length = response.headers.get('content-length')
      return response.ok && length !== null ? Number(length) : null
    },
  }
}
