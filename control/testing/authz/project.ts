// How the operations on project are called by the authorization table's test.
import type { project as operations } from '#contract/project.ts'
import { row, type Cases } from '../authz-row.ts'
import { inOwnSilo, inProject } from '../authz-rules.ts'
import { must, type Named, type Prepared } from '../authz-world.ts'

/** With everybody's roles on it, so that the actors stand to it as they stand to `w.project`. */
async function another(w: Prepared): Promise<Named> {
  const made = await must(w.owner, 'POST', '/v1/projects', { name: w.fresh('project'), description: '' })
  await must(w.owner, 'PUT', `/v1/projects/${made.id}/policy`, w.policies.project)
  return made
}

const at = (project: Named) => ({ path: { project: project.name }, hidden: `project with name "${project.name}"` })

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

/** A project is born with a VPC, which has to go first. */
async function emptied(w: Prepared, project: Named): Promise<void> {
  const query = `project=${project.name}&vpc=default`
  for (const path of [`/v1/vpc-subnets/default?${query}`, `/v1/vpcs/default?project=${project.name}`])
    await w.owner.raw('DELETE', path)
}
