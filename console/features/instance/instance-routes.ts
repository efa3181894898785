// Instances: the list, the form, an instance's page with its tabs, its serial console, and finding one by its id.
import { redirect, type RouteObject } from 'react-router'
import { ApiError } from '#contract/errors.ts'
import { errorsAllowed, prefetch } from '../../api.ts'
import { paths, places } from '../../paths.ts'
import {
  everyAntiAffinityGroup,
  everyDisk,
  everyFloatingIp,
  everyPool,
  everyProjectImage,
  everySiloImage,
  everyVpc,
  instanceAffinityGroups,
  instanceAntiAffinityGroups,
  instanceDisks,
  instanceExternalIps,
  instanceInterfaces,
  instanceList,
  instanceSshKeys,
  instanceView,
  mySshKeys,
  utilization,
} from '../../queries.ts'
import { leadsTo, page, type Crumb, type Load } from '../../route.ts'

const instancesCrumb: Crumb = { text: 'Instances', to: ({ project = '' }) => paths.instances({ project }) }
const instanceCrumb: Crumb = {
  text: ({ instance = '' }) => instance,
  to: ({ project = '', instance = '' }) => paths.instanceStorage({ project, instance }),
}

/** What an instance is like, for a form that is filled from it. */
export const likeQueries = (project: string, instance: string) =>
  [
    instanceView(project, instance),
    instanceDisks(project, instance),
    instanceExternalIps(project, instance),
    instanceInterfaces(project, instance),
    instanceSshKeys(project, instance),
    instanceAntiAffinityGroups(project, instance),
  ] as const

const loadNew: Load = ({ project = '' }, search) => {
  const like = search.get('like')
  // with the page's code, not after it; a failure shows when it is drawn
  if (like) import('./instance-similar.tsx').catch(() => undefined)
  return [
    everyProjectImage(project),
    everySiloImage(),
    everyDisk(project),
    mySshKeys(),
    everyPool(),
    everyFloatingIp(project),
    everyAntiAffinityGroup(project),
    utilization(),
    ...(like ? likeQueries(project, like) : []),
  ]
}

const tabs = [
  page({
    path: places.instanceStorage,
    crumb: 'Storage',
    load: ({ project = '', instance = '' }) => [instanceDisks(project, instance)],
    code: () => import('./storage-tab.tsx'),
  }),
  page({
    path: places.instanceNetworking,
    crumb: 'Networking',
    load: ({ project = '' }) => [everyFloatingIp(project), everyPool()],
    code: () => import('./networking-tab.tsx'),
  }),
  page({ path: places.instanceConnect, crumb: 'Connect', code: () => import('./connect-tab.tsx') }),
  page({
    path: places.instanceSettings,
    crumb: 'Settings',
    load: ({ project = '', instance = '' }) => [
      instanceAntiAffinityGroups(project, instance),
      instanceAffinityGroups(project, instance),
    ],
    code: () => import('./settings-tab.tsx'),
  }),
]

export const instanceRoutes: RouteObject[] = [
  leadsTo(places.project, places.instances),
  leadsTo(places.instance, places.instanceStorage),
  page({
    path: places.instancesNew,
    crumb: 'New instance',
    load: loadNew,
    code: () => import('./instance-new.tsx'),
  }),
  page({
    crumb: instancesCrumb,
    children: [
      page({
        path: places.instances,
        load: ({ project = '' }) => [instanceList(project)],
        code: () => import('./instance-list.tsx'),
      }),
      page({
        crumb: instanceCrumb,
        load: ({ project = '', instance = '' }) => [
          instanceView(project, instance),
          instanceExternalIps(project, instance),
          instanceInterfaces(project, instance),
          // for the name of its VPC: asking for that one alone would have to wait for the interfaces
          everyVpc(project),
        ],
        code: () => import('./instance-page.tsx'),
        children: tabs,
      }),
    ],
  }),
]

/** A page of its own, without the project's frame: the terminal takes the window. Its crumbs name the window. */
export const serialConsoleRoute = [
  { text: 'Projects', to: () => paths.projects() },
  { text: ({ project = '' }) => project, to: ({ project = '' }) => paths.instances({ project }) },
  instancesCrumb,
  instanceCrumb,
].reduceRight(
  (child: RouteObject, crumb: Crumb) => page({ crumb, children: [child] }),
  page({
    path: places.serialConsole,
    crumb: 'Serial Console',
    load: ({ project = '', instance = '' }) => [instanceView(project, instance)],
    code: () => import('../serial-console/serial-console.tsx'),
  }),
)

/** An id is enough to find an instance; whatever goes wrong, there is no such page. */
async function lookUp({ params }: { params: Record<string, string | undefined> }) {
  const missing = new ApiError('instance_view', { status: 404, message: 'There is no such instance' })
  const found = await prefetch(errorsAllowed('instance_view', { path: { instance: params.instance ?? '' } }))
  if (found.type !== 'success') throw missing
  const owner = await prefetch(errorsAllowed('project_view', { path: { project: found.data.projectId } }))
  if (owner.type !== 'success') throw missing
  return redirect(paths.instanceStorage({ project: owner.data.name, instance: found.data.name }))
}

export const lookupRoutes: RouteObject[] = [
  { path: places.lookupInstance, loader: lookUp },
  { path: places.lookupI, loader: lookUp },
]
