// Deleting a silo.
import { isBuiltIn } from '#contract/built-in-silos.ts'
import { deleteAction, type Action } from '../../action/action.tsx'
import { useMe, useWhyNotFleet } from '../../me.ts'

/** The API would delete an operator's own silo, and with it their account and their fleet role. */
export function useWhyNotDeleteSilo(): (siloId: string) => string | undefined {
  const whyNot = useWhyNotFleet('collaborator')
  const { user } = useMe()
  return (siloId) => {
    if (whyNot) return whyNot
    if (siloId === user.siloId) return 'You are signed in to this silo.'
    return isBuiltIn(siloId) ? 'Built-in silos cannot be deleted.' : undefined
  }
}

interface DeleteSilo {
  whyNot: string | undefined
  onDone?: () => unknown
}

export const deleteSiloAction = (name: string, { whyNot, onDone }: DeleteSilo): Action =>
  deleteAction({
    kind: 'silo',
    name,
    operation: 'silo_delete',
    params: { path: { silo: name } },
    whyNot,
    consequence:
      'Users, groups, identity providers, certificates and images are deleted too, and the keys of its backup repositories: without a copy of them, nobody can read what is stored there. A silo with projects cannot be deleted.',
    onDone,
  })
