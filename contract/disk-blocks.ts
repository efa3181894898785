// Writes an import chunk as plain bytes. Not in the published contract, which has only base64 in JSON.
import { z } from 'zod'
import { inProject, numeric, type Operations } from './define.ts'
import { NameOrId, uint64 } from './values.ts'

export const diskBlocks = {
  disk_blocks_write: {
    path: { disk: NameOrId },
    query: { ...inProject, offset: numeric(uint64) },
    body: z.instanceof(Uint8Array),
    status: 204,
  },
} satisfies Operations<'disk_blocks'>
