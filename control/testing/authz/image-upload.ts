// Authorization test cases for image uploads.
import type { imageUpload as operations } from '#contract/image-upload.ts'
import { row, type Cases } from '../authz-row.ts'
import { inProject } from '../authz-rules.ts'
import { must, type Named, type Prepared } from '../authz-world.ts'
import { inWeb } from './disk.ts'

const body = (w: Prepared) => ({
  name: w.fresh('uploaded'),
  description: '',
  os: 'debian',
  version: '12',
  block_size: 512,
  source: { type: 'file', size: 512, fingerprint: w.fresh('file') },
})
/** Deletes earlier ones, because a project can have only so many. */
async function make(w: Prepared): Promise<Named> {
  const { items } = (await w.owner.raw('GET', '/rackwright/image-uploads?project=web')).body as { items: Named[] }
  for (const { id } of items) await w.owner.raw('DELETE', `/rackwright/image-uploads/${id}`)
  return must(w.owner, 'POST', '/rackwright/image-uploads?project=web', body(w))
}
const at = ({ id }: Named) => ({ path: { upload: id }, hidden: `image-upload with id "${id}"` })

export const imageUpload: Cases<keyof typeof operations> = {
  image_upload_list: row({ rule: inProject('viewer'), call: inWeb }),
  image_upload_create: row({
    rule: inProject('collaborator'),
    make,
    call: (w) => ({ ...inWeb(w), body: body(w) }),
  }),
  image_upload_view: row({ rule: inProject('viewer'), make, call: (_, made) => at(made) }),
  image_upload_write: row({
    rule: inProject('collaborator'),
    make,
    call: (_, made) => ({
      ...at(made),
      query: { offset: '0' },
      headers: { 'content-type': 'application/octet-stream' },
      body: '\0'.repeat(256),
    }),
  }),
  image_upload_delete: row({ rule: inProject('collaborator'), make, call: (_, made) => at(made) }),
}
