// The labels of a resource among the properties of its page, with a button to edit them.
import { Pencil } from '@lucide/icons'
import { useState } from 'react'
import { labelsOf, type LabelScope } from '../label-queries.ts'
import { Icon } from '../ui/display/icon.tsx'
import { lazyPopup } from '../ui/display/lazy.tsx'
import type { Property } from '../ui/display/properties.tsx'
import { Unloaded } from '../ui/display/skeleton.tsx'
import { Button } from '../ui/input/button.tsx'
import { useLoad } from '../use-api.ts'
import { useRoles } from '../use-why-not.ts'
import { LabelChips } from './label-chips.tsx'
import { whyNotLabel } from './use-labels.ts'

const LabelForm = lazyPopup(async () => (await import('../form/label-form.lazy.tsx')).LabelForm)

interface Named {
  id: string
  name: string
}

/** Nothing on hosts that have no labels. */
export function useLabelsFact(scope: LabelScope, resource: Named): Property[] {
  const { data, isError } = useLoad(labelsOf(scope, resource.name))
  if (data && data.type !== 'success') return []
  return [
    {
      name: 'Labels',
      value: data ? (
        <Labels scope={scope} resource={resource} labels={data.data.labels} />
      ) : (
        <Unloaded isError={isError} />
      ),
    },
  ]
}

/** Only the labels, in forms that edit something else. Nothing if there are none. */
export function useLabelChips(scope: LabelScope, name: string): Property[] {
  const { data } = useLoad(labelsOf(scope, name), { optional: true })
  const labels = data?.type === 'success' ? data.data.labels : []
  return labels.length > 0 ? [{ name: 'Labels', value: <LabelChips labels={labels} /> }] : []
}

interface LabelsProps {
  scope: LabelScope
  resource: Named
  labels: readonly string[]
}

function Labels({ scope, resource, labels }: LabelsProps) {
  const [isEditing, setEditing] = useState(false)
  useRoles()
  return (
    <span className="flex items-center gap-1">
      <LabelChips labels={labels} />
      <Button
        variant="ghost"
        size="icon"
        aria-label="Edit labels"
        disabledReason={whyNotLabel(scope, resource.name)}
        onClick={() => setEditing(true)}
      >
        <Icon icon={Pencil} />
      </Button>
      {isEditing && (
        <LabelForm kind={scope.kind} resource={resource} labels={labels} onClose={() => setEditing(false)} />
      )}
    </span>
  )
}
