// A suggested route to an internet gateway: a new one, or another target for the default route. The form opens filled in.
import { useNavigate } from 'react-router'
import type { Model } from '#contract/client.ts'
import { ActionButton } from '../../frame/action-button.tsx'
import { paths } from '../../paths.ts'
import { useLoad } from '../../use-api.ts'
import { vpcById } from '../vpc/vpc-queries.ts'
import { routerById } from '../vpc-router/vpc-router-queries.ts'
import { routesOfRouter } from '../vpc-router/vpc-router-route-queries.ts'
import { FixMessage } from './fix-message.tsx'
import type { Fix } from './reachability-queries.ts'

type RouteChange = Extract<Fix, { type: 'add_route' | 'point_route' }>

export function RouteFix({ project, fix }: { project: string; fix: RouteChange }) {
  const navigate = useNavigate()
  const place = useRouterPlace(fix.routerId)
  const route = useRouteName(fix.routerId, fix.type === 'point_route' ? fix.routeId : undefined)
  const target = { type: 'internet_gateway', value: fix.gateway } as const
  if (fix.type === 'point_route')
    return (
      <FixMessage
        action={
          place &&
          route && (
            <ActionButton
              action={{
                label: 'Change route',
                sends: 'vpc_router_route_update',
                run: () =>
                  navigate(paths.routeEdit({ project, ...place, route }), { state: { suggested: { target } } }),
              }}
            />
          )
        }
      >
        <p>{`Point the default route at internet gateway ${fix.gateway}.`}</p>
      </FixMessage>
    )
  const suggested: Model<'RouterRouteCreate'> = {
    name: 'to-internet',
    description: '',
    destination: { type: 'ip_net', value: fix.destination },
    target,
  }
  return (
    <FixMessage
      action={
        place && (
          <ActionButton
            action={{
              label: 'Add this route',
              sends: 'vpc_router_route_create',
              run: () => navigate(paths.routesNew({ project, ...place }), { state: { suggested } }),
            }}
          />
        )
      }
    >
      <p>{`Add a route for ${fix.destination} that leads to internet gateway ${fix.gateway}.`}</p>
    </FixMessage>
  )
}

/** Undefined until it is known, or if the router is gone. */
function useRouterPlace(routerId: string): { vpc: string; router: string } | undefined {
  const { data: router } = useLoad(routerById(routerId))
  const vpcId = router?.type === 'success' ? router.data.vpcId : ''
  const { data: vpc } = useLoad(vpcById(vpcId), { enabled: vpcId !== '' })
  if (router?.type !== 'success' || vpc?.type !== 'success') return undefined
  return { vpc: vpc.data.name, router: router.data.name }
}

/** The API finds a route by its id in the list of its router only. */
function useRouteName(routerId: string, routeId: string | undefined): string | undefined {
  const { data } = useLoad(routesOfRouter(routerId), { enabled: routeId !== undefined })
  return data?.type === 'success' ? data.data.items.find(({ id }) => id === routeId)?.name : undefined
}
