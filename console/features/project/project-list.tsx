// The projects of the silo.
import { FolderKanban } from '@lucide/icons'
import { useNavigate } from 'react-router'
import type { Model } from '#contract/client.ts'
import { restorable, type Action } from '../../action/action.tsx'
import { seed } from '../../api.ts'
import { useData } from '../../use-api.ts'
import { useMe } from '../../me.ts'
import { paths } from '../../paths.ts'
import { whyNotCall } from '../../why-not.ts'
import { createdColumn, descriptionColumn, idColumn, nameColumn } from '../../table/columns.tsx'
import { ResourcePage } from '../../table/resource-page.tsx'
import { FirstStepsHost } from '../first-steps/first-steps-host.tsx'
import { instanceCountsColumn } from '../overview/instance-count-badge.tsx'
import { overview, projectCounts, type InstanceCounts } from '../overview/overview-queries.ts'
import { OverviewStrip } from '../overview/overview-strip-host.tsx'
import { projectList, projectView } from './project-queries.ts'

type Project = Model<'Project'>

type Row = Project & InstanceCounts

const columnsOf = (hasCounts: boolean) => [
  nameColumn<Row>(({ name }) => paths.instances({ project: name })),
  ...(hasCounts ? [instanceCountsColumn<Row>()] : []),
  descriptionColumn<Row>(),
  createdColumn<Row>(),
  idColumn<Row>(),
]

const dialog = () => import('./project-delete.lazy.tsx')

function deleteAction({ id, name }: Project, silo: string): Action {
  const choice = {}
  return {
    label: 'Delete',
    icon: 'delete',
    danger: true,
    bulk: 'Deleted',
    whyNot: whyNotCall('project_delete', { project: name }),
    ask: async () => (await dialog()).question(name, choice),
    run: async () => (await dialog()).deleteProject(name, choice),
    done: `Project ${name} deleted`,
    ...restorable({ kind: 'project', id, from: { silo } }),
  }
}

export default function ProjectListPage() {
  const navigate = useNavigate()
  const { user } = useMe()
  const summary = useData(overview())
  const hasCounts = summary.type === 'success'
  const actions = (project: Project): Action[] => [
    {
      label: 'Edit',
      icon: 'edit',
      whyNot: whyNotCall('project_update', { project: project.name }),
      run() {
        // the row is all the form needs, so it opens without a request
        seed(projectView(project.name), project)
        return navigate(paths.projectEdit({ project: project.name }))
      },
    },
    deleteAction(project, user.siloName),
  ]
  return (
    <ResourcePage
      title="Projects"
      icon={FolderKanban}
      docs="projects"
      create={[{ label: 'New project', to: paths.projectsNew() }]}
      palette={useData(projectList()).items.map(({ name }) => ({
        label: name,
        to: paths.instances({ project: name }),
        group: 'Go to project',
      }))}
      overview={
        <>
          <FirstStepsHost />
          {hasCounts && <OverviewStrip overview={summary.data} />}
        </>
      }
      label="projects"
      list={projectList}
      labels={{ kind: 'project' }}
      more={projectCounts}
      columns={columnsOf(hasCounts)}
      actions={actions}
      empty="A project groups instances, disks and networks, and controls who has access to them."
    />
  )
}
