// The labels of a resource, in the form that creates or edits it. Nothing on hosts that have no labels.
import { labelProblem } from '#contract/checks.ts'
import { MAX_LABELS } from '#contract/limits.ts'
import type { LabelScope } from '../label-queries.ts'
import { useLabels } from '../table/use-labels.ts'
import { EntryListField } from './entry-list-field.tsx'

export const LabelsField = (scope: LabelScope) => (useLabels(scope).isOffered ? <LabelEntries /> : null)

export const LabelEntries = () => (
  <EntryListField
    name="labels"
    label="Labels"
    noun="label"
    header="Label"
    help="A word or key=value, such as web or env=prod. A filter finds it as label:web or label:env=prod."
    max={MAX_LABELS}
    check={labelProblem}
    canonical={(text) => text.toLowerCase()}
  />
)
