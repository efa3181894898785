// The architecture of a resource among its properties, with a button to change it where that is possible.
import { Pencil } from '@lucide/icons'
import { useState } from 'react'
import { ARCHITECTURE_NAMES } from '#contract/architecture-names.ts'
import { architectureOf, type ArchitectureScope } from '../architecture-queries.ts'
import { Icon } from '../ui/display/icon.tsx'
import { lazyPopup } from '../ui/display/lazy.tsx'
import type { Property } from '../ui/display/properties.tsx'
import { Unloaded } from '../ui/display/skeleton.tsx'
import { Button } from '../ui/input/button.tsx'
import { useLoad } from '../use-api.ts'
import { useRoles } from '../use-why-not.ts'
import { whyNotCall } from '../why-not.ts'

const ArchitectureForm = lazyPopup(async () => (await import('../form/architecture-form.lazy.tsx')).ArchitectureForm)

interface Named {
  id: string
  name: string
}

/** Nothing on hosts that do not say it. */
export function useArchitectureFact(scope: ArchitectureScope, resource: Named): Property[] {
  const { data, isError } = useLoad(architectureOf(scope, resource.name))
  if (data && data.type !== 'success') return []
  const text = data && (data.data.architecture ? ARCHITECTURE_NAMES[data.data.architecture] : 'Not known')
  const { kind } = scope
  return [
    {
      name: 'Architecture',
      value:
        text === undefined ? (
          <Unloaded isError={isError} />
        ) : kind === 'instance' ? (
          text
        ) : (
          <Changeable {...{ kind, resource, text }} project={scope.project} />
        ),
    },
  ]
}

interface ChangeableProps {
  kind: Exclude<ArchitectureScope['kind'], 'instance'>
  project: string | undefined
  resource: Named
  text: string
}

function Changeable({ kind, project, resource, text }: ChangeableProps) {
  const [isEditing, setEditing] = useState(false)
  useRoles()
  return (
    <span className="flex items-center gap-1">
      {text}
      <Button
        variant="ghost"
        size="icon"
        aria-label="Change architecture"
        disabledReason={whyNotCall('architecture_update', { project })}
        onClick={() => setEditing(true)}
      >
        <Icon icon={Pencil} />
      </Button>
      {isEditing && <ArchitectureForm kind={kind} resource={resource} onClose={() => setEditing(false)} />}
    </span>
  )
}
