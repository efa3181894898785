// Images to create disks from, of one project or of the whole silo.
import { z } from 'zod'
import { byNameOrId, inProject, list, type Operations } from './define.ts'
import { ByteCount, NameOrId, identity, maybe, naming, uuid } from './values.ts'

export const Digest = z.discriminatedUnion('type', [z.object({ type: z.literal('sha256'), value: z.string() })])

export const Image = z.object({
  ...identity,
  block_size: ByteCount,
  digest: maybe(Digest),
  os: z.string(),
  project_id: maybe(uuid),
  size: ByteCount,
  version: z.string(),
})

export const ImageSource = z.discriminatedUnion('type', [z.object({ type: z.literal('snapshot'), id: uuid })])

export const ImageCreate = z.object({
  ...naming,
  os: z.string(),
  source: ImageSource,
  version: z.string(),
})

const at = { path: { image: NameOrId }, query: inProject }

export const image = {
  image_list: list(Image, byNameOrId, { query: inProject }),
  image_create: { query: inProject, body: ImageCreate, status: 201, answer: Image },
  image_view: { ...at, status: 200, answer: Image },
  image_delete: { ...at, status: 204 },
  image_demote: { path: { image: NameOrId }, query: { project: NameOrId }, status: 202, answer: Image },
  image_promote: { ...at, status: 202, answer: Image },
} satisfies Operations<'image'>
