// Authorization test cases for projects.
import type { project as operations } from '#contract/project.ts'
import { row, type Cases } from '../authz-row.ts'
import { inOwnSilo, inProject } from '../authz-rules.ts'
import { must, type Call, type Named, type Prepared } from '../authz-world.ts'

/** With the same roles for all actors as on `w.project`. */
async function another(w: Prepared): Promise<Named & Pick<Call, 'as'>> {
  const made = await must(w.owner, 'POST', '/v1/projects', { name: w.fresh('project'), description: '' })
  await must(w.owner, 'PUT', `/v1/projects/${made.id}/policy`, w.policies.project)
  return { ...made, as: { 'project token': await w.tokenFor(made.id) } }
}

const at = ({ as, ...project }: Named & Pick<Call, 'as'>) => ({
  ...(as && { as }),
  path: { project: project.name },
  hidden: `project with name "${project.name}"`,
})

export const project: Cases<keyof typeof operations> = {
  project_list: row({ rule: inOwnSilo('viewer'), call: () => ({}) }),
  project_create: row({
    rule: inOwnSilo('collaborator'),
    call: (w) => ({ body: { name: w.fresh('project'), description: '' } }),
  }),
  project_view: row({ rule: inProject('viewer'), call: (w) => at(w.project) }),
  project_update: row({
    rule: inProject('admin'),
    make: another,
    call: (_, made) => ({ ...at(made), body: { description: 'changed' } }),
  }),
  project_delete: row({
    rule: inProject('admin'),
    make: async (w) => {
      const made = await another(w)
      await emptied(w, made)
      return made
    },
    call: (_, made) => at(made),
  }),
}

/** Deletes the default VPC, which would prevent deleting the project. */
async function emptied(w: Prepared, project: Named): Promise<void> {
  const query = `project=${project.name}&vpc=default`
  for (const path of [`/v1/vpc-subnets/default?${query}`, `/v1/vpcs/default?project=${project.name}`])
    await w.owner.raw('DELETE', path)
}
