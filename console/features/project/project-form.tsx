// Creating and editing a project.
import { useState } from 'react'
import type { Model } from '#contract/client.ts'
import { undoEdit } from '../../action/undo.ts'
import { seed, send } from '../../api.ts'
import { DescriptionField, NameField } from '../../form/fields.tsx'
import { changedLabels, saveLabels } from '../../form/form-labels.ts'
import { SideForm } from '../../form/form-shell.tsx'
import { LabelsField } from '../../form/labels-field.tsx'
import type { LabelList } from '../../label-queries.ts'
import { projectView } from './project-queries.ts'
import { toast } from '../../ui/overlay/toast.ts'

type Project = Model<'Project'>

interface ProjectFormProps {
  /** the project to edit; creates one if omitted */
  project?: Project
  /** the labels of projects, when one is edited */
  labeled?: LabelList
  onDone: (project: Project) => unknown
  onClose: () => void
}

export function ProjectForm({ project, labeled, onDone, onClose }: ProjectFormProps) {
  const [current = []] = useState(() => labeled?.items.find(({ id }) => id === project?.id)?.labels)
  const labels = { kind: 'project' as const, current }
  const shared = {
    labels,
    defaultValues: { name: project?.name ?? '', description: project?.description ?? '' },
    onClose,
    onSuccess(saved: Project, values: object) {
      seed(projectView(saved.name), saved)
      const before = changedLabels(labels, values) && current
      if (project) toast({ content: `Project ${saved.name} updated`, undo: undoOf(project, saved, before) })
      else toast(`Project ${saved.name} created`)
      return onDone(saved)
    },
    children: (
      <>
        <NameField />
        <DescriptionField />
        <LabelsField kind="project" />
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

/** `labels` are those before, if they changed too. */
const undoOf = (before: Project, saved: Project, labels: string[] | undefined) =>
  undoEdit({
    noun: 'Project',
    before,
    saved,
    query: projectView(saved.name),
    async restore(body) {
      await send('project_update', { path: { project: saved.name }, body })
      if (labels) await saveLabels('project', saved, labels)
    },
  })
