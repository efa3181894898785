// Authorization test cases for downloads.
import type { content as operations } from '#contract/content.ts'
import { row, type Cases } from '../authz-row.ts'
import { inProject } from '../authz-rules.ts'
import { must, type Named, type Prepared } from '../authz-world.ts'
import { makeDisk } from './disk.ts'
import { makeSnapshot } from './snapshot.ts'

/** Only the end of what these disks have: a gibibyte of zeros. */
const query = { sparse: 'true', offset: String(2 ** 30) }

async function makeImage(w: Prepared): Promise<Named> {
  const { id } = await makeSnapshot(w)
  const source = { type: 'snapshot', id }
  const body = { name: w.fresh('image'), description: '', os: 'debian', version: '12', source }
  return must(w.owner, 'POST', '/v1/images?project=web', body)
}

const at =
  (noun: string) =>
  (_: Prepared, { id }: Named) => ({
    path: { [noun]: id },
    hidden: `${noun} with id "${id}"`,
    query,
  })

export const content: Cases<keyof typeof operations> = {
  disk_content_download: row({ rule: inProject('collaborator'), make: makeDisk, call: at('disk') }),
  snapshot_content_download: row({ rule: inProject('collaborator'), make: makeSnapshot, call: at('snapshot') }),
  image_content_download: row({ rule: inProject('viewer'), make: makeImage, call: at('image') }),
}
