// Support bundles: diagnostics to download.
import { z } from 'zod'
import { byId, list, type Operations } from './define.ts'
import { supportBundleStates } from './support-bundle-states.ts'
import { TypedUuidForSupportBundleKind, maybe, timestamp, uuid } from './values.ts'

export const SupportBundleState = z.enum(supportBundleStates)
export const SupportBundleInfo = z.object({
  id: TypedUuidForSupportBundleKind,
  reason_for_creation: z.string(),
  reason_for_failure: maybe(z.string()),
  state: SupportBundleState,
  time_created: timestamp,
})

const at = { path: { support_bundle: uuid } }
const atFile = { path: { support_bundle: uuid, file: z.string() } }

export const supportBundle = {
  support_bundle_list: list(SupportBundleInfo, byId),
  support_bundle_create: { status: 201, answer: SupportBundleInfo },
  support_bundle_view: { ...at, status: 200, answer: SupportBundleInfo },
  support_bundle_delete: { ...at, status: 204 },
  support_bundle_download: { ...at, status: 200, raw: true },
  support_bundle_head: { ...at, status: 200, raw: true },
  support_bundle_download_file: { ...atFile, status: 200, raw: true },
  support_bundle_head_file: { ...atFile, status: 200, raw: true },
  support_bundle_index: { ...at, status: 200, raw: true },
} satisfies Operations<'support_bundle'>
