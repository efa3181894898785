// Projects of the silo. The forms for new and existing ones open over this page.
import { FolderKanban } from '@lucide/icons'
import { Icon } from '../../ui/display/icon.tsx'
import { Outlet, useNavigate } from 'react-router'
import type { Model } from '#contract/client.ts'
import { seed, useData } from '../../api.ts'
import type { Action } from '../../action/action.tsx'
import { createdColumn, descriptionColumn, idColumn, nameColumn } from '../../table/columns.tsx'
import { DocsButton } from '../../help/docs-button.tsx'
import { LinkButton } from '../../frame/link.tsx'
import { usePalette } from '../../frame/palette.ts'
import { ResourceTable } from '../../table/resource-table.tsx'
import { useShortcut } from '../../frame/shortcuts.ts'
import { paths } from '../../paths.ts'
import { projectList, projectView } from './project-queries.ts'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'
import { projectHome } from './project-home.ts'

type Project = Model<'Project'>

const columns = [
  nameColumn<Project>(({ name }) => projectHome(name)),
  descriptionColumn<Project>(),
  createdColumn<Project>(),
  idColumn<Project>(),
]

const New = () => (
  <LinkButton to={paths.projectsNew()} variant="primary">
    New Project
  </LinkButton>
)

const code = () => import('./delete-project.tsx')

function deleteAction({ name }: Project): Action {
  const choice = { network: false }
  return {
    label: 'Delete',
    danger: true,
    bulk: true,
    ask: async () => (await code()).question(name, choice),
    run: async () => (await code()).deleteProject(name, choice),
  }
}

export default function ProjectListPage() {
  const navigate = useNavigate()
  const first = useData(projectList()).items
  usePalette([
    { label: 'New project', to: paths.projectsNew() },
    ...first.flatMap(({ name }) => {
      const to = projectHome(name)
      return to ? [{ label: name, to, group: 'Go to project' }] : []
    }),
  ])
  useShortcut('c', 'New project', () => void navigate(paths.projectsNew()))
  const actions = (project: Project): Action[] => [
    {
      label: 'Edit',
      run() {
        // the row is what the form needs: no request before it opens
        seed(projectView(project.name), project)
        return navigate(paths.projectEdit({ project: project.name }))
      },
    },
    deleteAction(project),
  ]
  return (
    <>
      <PageHeader
        title="Projects"
        icon={<Icon icon={FolderKanban} />}
        aside={<DocsButton topic="projects" />}
        actions={<New />}
      />
      <ResourceTable
        label="projects"
        list={projectList}
        columns={columns}
        actions={actions}
        empty={
          <EmptyState
            icon={<Icon icon={FolderKanban} />}
            title="No projects"
            text="A project holds instances, disks and networks, and says who may work on them."
            action={<New />}
          />
        }
      />
      <Outlet />
    </>
  )
}
