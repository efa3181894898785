// Creating and editing a route, blank or filled with what another page suggests. Of a default route only the target can be changed.
import type { Model } from '#contract/client.ts'
import { useLocation } from 'react-router'
import { undoEdit } from '../../action/undo.ts'
import { send } from '../../api.ts'
import { SideForm } from '../../form/form-shell.tsx'
import { Message } from '../../ui/display/message.tsx'
import { Properties } from '../../ui/display/properties.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { EndpointBadge } from '../vpc/page/endpoint-badge.tsx'
import { ofVpc } from '../vpc/vpc-queries.ts'
import { destinationOf, RouteFields, TargetFields, targetOf, type RouteValues } from './route-fields.tsx'
import { routeView } from './vpc-router-route-queries.ts'
import { SystemRouterNotice } from './system-router-notice.tsx'
import type { Route } from './vpc-router-route-table.tsx'

type RouteCreate = Model<'RouterRouteCreate'>

interface FormProps {
  project: string
  vpc: string
  router: string
  /** the route to edit; creates one if left out */
  route?: Route
  onDone: (saved: void) => unknown
  onClose: () => void
}

const valuesOf = ({ name = '', description = '', destination, target }: Partial<RouteCreate>): RouteValues => ({
  name,
  description,
  destinationType: destination?.type ?? 'ip',
  destination: destination?.value ?? '',
  targetType: target?.type ?? 'ip',
  target: target && 'value' in target ? target.value : '',
})

/** The system router accepts no new routes. */
export function RouteCreateForm({
  router,
  ...props
}: Omit<FormProps, 'router' | 'route'> & { router: Model<'VpcRouter'> }) {
  if (router.kind === 'system') return <SystemRouterNotice onClose={props.onClose} />
  return <RouteForm {...props} router={router.name} />
}

export function RouteForm({ project, vpc, router, route, onDone, onClose }: FormProps) {
  const { suggested } = (useLocation().state ?? {}) as { suggested?: Partial<RouteCreate> }
  const shared = {
    defaultValues: valuesOf({ ...route, ...suggested }),
    onClose,
    onSuccess(saved: Route) {
      if (route)
        toast({
          content: `Route ${saved.name} updated`,
          undo: undoOf(routeView(project, vpc, router, saved.id), route, saved),
        })
      else toast(`Route ${saved.name} created`)
      return onDone()
    },
  }
  const fields = <RouteFields project={project} vpc={vpc} />
  if (!route) {
    return (
      <SideForm
        {...shared}
        operation="vpc_router_route_create"
        title="Create route"
        toParams={(values: RouteValues) => ({
          query: { ...ofVpc(project, vpc), router },
          body: {
            name: values.name,
            description: values.description,
            destination: destinationOf(values),
            target: targetOf(values),
          },
        })}
      >
        {fields}
      </SideForm>
    )
  }
  const isDefault = route.kind === 'default'
  const isFixed = route.kind === 'vpc_subnet' || route.kind === 'vpc_peering'
  return (
    <SideForm
      {...shared}
      operation="vpc_router_route_update"
      title="Edit route"
      submitLabel="Update route"
      whyNot={isFixed ? 'This route is managed with its subnet and cannot be edited' : undefined}
      toParams={(values: RouteValues) => ({
        path: { route: route.id },
        body: {
          ...(isDefault ? {} : { name: values.name, description: values.description }),
          destination: isDefault ? route.destination : destinationOf(values),
          target: targetOf(values),
        },
      })}
    >
      {isFixed && <Message>The system keeps this route for as long as its subnet exists.</Message>}
      {isDefault && (
        <>
          <Message>Only the target of a default route can be changed.</Message>
          <Properties
            items={[
              { name: 'Name', value: route.name },
              { name: 'Description', value: route.description },
              {
                name: 'Destination',
                value: <EndpointBadge project={project} vpc={vpc} endpoint={route.destination} />,
              },
            ]}
          />
          <TargetFields project={project} vpc={vpc} />
        </>
      )}
      {!isDefault && !isFixed && fields}
    </SideForm>
  )
}

const undoOf = (query: ReturnType<typeof routeView>, before: Route, saved: Route) =>
  undoEdit({
    noun: 'Route',
    before,
    saved,
    query,
    edited: ['destination', 'target'],
    restore: (naming) => {
      const { kind, destination, target } = before
      // only the target of a default route can be sent
      const body = { ...(kind !== 'default' && naming), destination, target }
      return send('vpc_router_route_update', { path: { route: saved.id }, body })
    },
  })
