// Labels: words or `key=value` that people give to resources to find them again. An addition of ours: the published resources do not
// have them.
import { z } from 'zod'
import { labelProblem } from './checks.ts'
import { byId, inProject, list, type Operations } from './define.ts'
import { MAX_LABELS } from './limits.ts'
import { Name, NameOrId, maybe, upTo, uuid } from './values.ts'

export const LabelKind = z.enum(['instance', 'disk', 'image', 'snapshot', 'project', 'floating_ip'])

export const LabelText = z.string().refine((text) => labelProblem(text) === undefined, {
  error: (issue) => labelProblem(String(issue.input)),
})

export const Labels = z.object({ labels: z.array(LabelText) })

export const LabelsUpdate = z.object({ labels: upTo(MAX_LABELS, LabelText) })

export const LabeledResource = z.object({
  id: uuid,
  name: Name,
  /** Null for images of the silo. */
  project_name: maybe(Name),
  labels: z.array(LabelText),
})

const one = { path: { kind: LabelKind, resource: NameOrId }, query: inProject }

export const label = {
  /** What has labels, in a project or in everything of the silo that the caller can see. A key as `label` matches all its values. */
  label_list: list(LabeledResource, byId, {
    path: { kind: LabelKind },
    query: { ...inProject, label: LabelText.optional() },
  }),
  label_view: { ...one, status: 200, answer: Labels },
  label_update: { ...one, body: LabelsUpdate, status: 200, answer: Labels },
} satisfies Operations<'label'>
