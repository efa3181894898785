// Deleting a silo.
import { deleteAction, type Action } from '../../action/action.tsx'

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
      'Its users, groups, identity providers, certificates and images are deleted too. A silo with projects cannot be deleted.',
    onDone,
  })
