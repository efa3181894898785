// Authorization test cases for images. Silo images require a role on the silo, project images a role on the
// project.
import type { image as operations } from '#contract/image.ts'
import { row, type Cases } from '../authz-row.ts'
import { inOwnSilo, inProject, special } from '../authz-rules.ts'
import { must, type Named, type Prepared } from '../authz-world.ts'
import { makeSnapshot } from './snapshot.ts'

const collaborates = (rank: string | undefined) => rank === 'collaborator' || rank === 'admin'

const body = (w: Prepared, snapshot: Named) => ({
  name: w.fresh('image'),
  description: '',
  os: 'debian',
  version: '12',
  source: { type: 'snapshot', id: snapshot.id },
})
const makeIn = (query: string) => async (w: Prepared) =>
  must(w.owner, 'POST', `/v1/images${query}`, body(w, await makeSnapshot(w)))
export const makeProjectImage = makeIn('?project=web')
const at = ({ id }: Named) => ({ path: { image: id }, hidden: `image with id "${id}"` })

export const image: Cases<keyof typeof operations> = {
  image_list: row({ rule: inOwnSilo('viewer'), call: () => ({}) }),
  image_create: row({
    rule: inProject('collaborator'),
    make: makeSnapshot,
    call: (w, made) => ({
      query: { project: 'web' },
      body: body(w, made),
      hidden: `project with name "${w.project.name}"`,
    }),
  }),
  image_view: row({
    rule: special(
      'silo image: silo viewer',
      (s) => s.member === true && s.silo !== undefined,
      () => false,
    ),
    make: makeIn(''),
    call: (_, made) => at(made),
  }),
  image_delete: row({ rule: inProject('collaborator'), make: makeIn('?project=web'), call: (_, made) => at(made) }),
  image_promote: row({
    rule: special(
      'project and silo collaborator',
      (s) => s.member === true && collaborates(s.silo),
      (s) => s.project !== undefined,
    ),
    make: makeIn('?project=web'),
    call: (_, made) => at(made),
  }),
  image_demote: row({
    rule: special(
      'silo collaborator',
      (s) => s.member === true && collaborates(s.silo),
      (s) => s.member === true && s.silo !== undefined,
    ),
    make: makeIn(''),
    call: (_, made) => ({ ...at(made), query: { project: 'web' } }),
  }),
}
