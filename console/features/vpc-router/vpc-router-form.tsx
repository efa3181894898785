// Creating and editing a router.
import { undoEdit } from '../../action/undo.ts'
import { seed, send } from '../../api.ts'
import { DescriptionField, NameField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { ofVpc } from '../vpc/vpc-queries.ts'
import type { Router } from './vpc-router-actions.tsx'
import { routerView } from './vpc-router-queries.ts'

interface FormProps {
  project: string
  vpc: string
  /** the router to edit; creates one if left out */
  router?: Router
  onDone: (router: Router) => unknown
  onClose: () => void
}

interface Values {
  name: string
  description: string
}

export function RouterForm({ project, vpc, router, onDone, onClose }: FormProps) {
  const shared = {
    defaultValues: { name: router?.name ?? '', description: router?.description ?? '' },
    onClose,
    onSuccess(saved: Router) {
      seed(routerView(project, vpc, saved.name), saved)
      if (router) toast({ content: `Router ${saved.name} updated`, undo: undoOf(project, vpc, router, saved) })
      else toast(`Router ${saved.name} created`)
      return onDone(saved)
    },
    children: (
      <>
        <NameField />
        <DescriptionField />
      </>
    ),
  }
  if (!router) {
    return (
      <SideForm
        {...shared}
        operation="vpc_router_create"
        title="Create router"
        toParams={(body: Values) => ({ query: ofVpc(project, vpc), body })}
      />
    )
  }
  return (
    <SideForm
      {...shared}
      operation="vpc_router_update"
      title="Edit router"
      submitLabel="Update router"
      toParams={(body: Values) => ({ path: { router: router.id }, body })}
    />
  )
}

const undoOf = (project: string, vpc: string, before: Router, saved: Router) =>
  undoEdit({
    noun: 'Router',
    before,
    saved,
    query: routerView(project, vpc, saved.id),
    hasPage: true,
    restore: (body) => send('vpc_router_update', { path: { router: saved.id }, body }),
  })
