// Creating and editing a project.
import type { Model } from '#contract/client.ts'
import { undoEdit } from '../../action/undo.ts'
import { seed, send } from '../../api.ts'
import { DescriptionField, NameField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { projectView } from './project-queries.ts'
import { toast } from '../../ui/overlay/toast.ts'

type Project = Model<'Project'>

interface ProjectFormProps {
  /** the project to edit; creates one if omitted */
  project?: Project
  onDone: (project: Project) => unknown
  onClose: () => void
}

export function ProjectForm({ project, onDone, onClose }: ProjectFormProps) {
  const shared = {
    defaultValues: { name: project?.name ?? '', description: project?.description ?? '' },
    onClose,
    onSuccess(saved: Project) {
      seed(projectView(saved.name), saved)
      if (project) toast({ content: `Project ${saved.name} updated`, undo: undoOf(project, saved) })
      else toast(`Project ${saved.name} created`)
      return onDone(saved)
    },
    children: (
      <>
        <NameField />
        <DescriptionField />
      </>
    ),
  }
  return project ? (
    <SideForm
      {...shared}
      operation="project_update"
      title="Edit project"
      submitLabel="Update project"
      toParams={(body) => ({ path: { project: project.name }, body })}
    />
  ) : (
    <SideForm {...shared} operation="project_create" title="Create project" toParams={(body) => ({ body })} />
  )
}

const undoOf = (before: Project, saved: Project) =>
  undoEdit({
    noun: 'Project',
    before,
    saved,
    query: projectView(saved.name),
    restore: (body) => send('project_update', { path: { project: saved.name }, body }),
  })
