// Labels among the values of a form. They are a write of their own, after the resource is saved.
import type { Params } from '#contract/client.ts'
import type { ApiRequest } from '../action/request-text.ts'
import { send } from '../api.ts'
import type { LabelScope } from '../label-queries.ts'
import { toast } from '../ui/overlay/toast.ts'

export interface FormLabels extends LabelScope {
  /** those it has, in a form that edits it */
  current?: readonly string[] | undefined
}

export const labelValues = (labels: readonly string[] = []) => ({ labels: [...labels], labelsDraft: '' })

/** What the form itself asks for. */
export function withoutLabels<Values extends object>(values: Values): Values {
  const { labels: _labels, labelsDraft: _draft, ...own } = values as Partial<ReturnType<typeof labelValues>>
  return own as Values
}

const textOf = (labels: readonly string[]) => [...labels].sort().join(' ')

/** The labels to write, or undefined if they stay as they are. */
export function changedLabels({ current = [] }: FormLabels, values: object): string[] | undefined {
  const { labels = [...current] } = values as Partial<ReturnType<typeof labelValues>>
  return textOf(labels) === textOf(current) ? undefined : labels
}

interface Named {
  id: string
  name: string
}

/** The resource is saved by now, so a failure is only reported. */
export async function saveLabels(kind: LabelScope['kind'], { id, name }: Named, labels: string[]): Promise<void> {
  try {
    await send('label_update', { path: { kind, resource: id }, body: { labels } })
  } catch (error) {
    toast({ tone: 'error', title: `The labels of ${name} were not saved`, content: (error as Error).message })
  }
}

/** As it is shown before the resource has an id. */
export function labelCalls(labels: FormLabels, values: object): ApiRequest[] {
  const { kind, project } = labels
  const changed = changedLabels(labels, values)
  const { name = '' } = values as { name?: string }
  const params: Params<'label_update'> = {
    path: { kind, resource: name },
    query: project ? { project } : {},
    body: { labels: changed ?? [] },
  }
  return changed ? [{ operation: 'label_update', params }] : []
}
