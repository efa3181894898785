// Image uploads: files in any supported format, staged on the host until an image is made of them.
import { z } from 'zod'
import { byId, list, numeric, type Operations } from './define.ts'
import { LabelText } from './label.ts'
import { MAX_FINGERPRINT_LENGTH, MAX_LABELS, MAX_URL_LENGTH } from './limits.ts'
import { BlockSize, ByteCount, Name, NameOrId, maybe, naming, timestamp, uint64, upTo, uuid } from './values.ts'

export const ImageUploadState = z.enum(['receiving', 'fetching', 'converting', 'done', 'failed'])

export const ImageUpload = z.object({
  id: uuid,
  /** The name of the image. */
  name: Name,
  description: z.string(),
  os: z.string(),
  version: z.string(),
  block_size: ByteCount,
  /** The labels that the image gets. */
  labels: z.array(LabelText),
  /** Whoever began it, and can continue it. */
  user_id: uuid,
  project_id: uuid,
  state: ImageUploadState,
  /** The size of the file. Unknown until a URL has answered. */
  size: maybe(ByteCount),
  /** The next write begins here. */
  received: ByteCount,
  /** How much of the image is made. Null before that, and while it is unknown. */
  percent: maybe(z.number().int().min(0).max(100)),
  url: maybe(z.string()),
  /** Why it failed. */
  problem: maybe(z.string()),
  /** The image, once there is one. */
  image_id: maybe(uuid),
  time_created: timestamp,
  time_modified: timestamp,
})

export const ImageUploadSource = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('file'),
    size: ByteCount,
    /** Whatever recognizes the file when it is chosen again. */
    fingerprint: z.string().min(1).max(MAX_FINGERPRINT_LENGTH),
  }),
  z.object({ type: z.literal('url'), url: z.string().min(1).max(MAX_URL_LENGTH) }),
])

export const ImageUploadCreate = z.object({
  ...naming,
  os: z.string(),
  version: z.string(),
  block_size: BlockSize,
  labels: upTo(MAX_LABELS, LabelText).optional(),
  source: ImageUploadSource,
})

const at = { path: { upload: uuid } }

export const imageUpload = {
  image_upload_list: list(ImageUpload, byId, { first: { project: NameOrId } }),
  image_upload_create: { query: { project: NameOrId }, body: ImageUploadCreate, status: 201, answer: ImageUpload },
  image_upload_view: { ...at, status: 200, answer: ImageUpload },
  image_upload_write: {
    ...at,
    /** With `zeros`, this many bytes are zero and none are sent. */
    query: { offset: numeric(uint64), zeros: numeric(uint64).optional() },
    body: z.custom<AsyncIterable<Uint8Array>>(),
    status: 200,
    answer: ImageUpload,
  },
  image_upload_delete: { ...at, status: 204 },
} satisfies Operations<'image_upload'>
