// Instances: the list, the form, an instance's page with its tabs, its serial console, and finding one by its id.
import { Cpu } from '@lucide/icons'
import type { RouteObject } from 'react-router'
import { ApiError } from '#contract/errors.ts'
import { errorsAllowed, prefetch } from '../../api.ts'
import { searchProjects, type Feature } from '../../feature.ts'
import { labelsIn, labelsOf } from '../../label-queries.ts'
import { paths, places } from '../../paths.ts'
import { platform } from '../../platform-queries.ts'
import { recoveryPoints } from '../protection-policy/protection-policy-queries.ts'
import { activityList, instanceScope } from '../audit/activity-queries.ts'
import { first1000AntiAffinityGroups } from '../affinity-group/affinity-group-queries.ts'
import { first1000Disks } from '../disk/disk-queries.ts'
import { first1000FloatingIps } from '../floating-ip/floating-ip-queries.ts'
import { first1000Images, first1000SiloImages } from '../image/image-queries.ts'
import {
  instanceAffinityGroups,
  instanceAntiAffinityGroups,
  instanceDisks,
  instanceExternalIps,
  instanceInterfaces,
  instanceList,
  instanceNotes,
  instanceSshKeys,
  instanceSummaries,
  instanceView,
} from './instance-queries.ts'
import { first1000IpPools } from '../ip-pool/ip-pool-queries.ts'
import { first1000SshKeys } from '../ssh-key/ssh-key-queries.ts'
import { first1000Vpcs } from '../vpc/vpc-queries.ts'
import { utilization } from '../utilization/utilization-queries.ts'
import { type Crumb, type Load, leadsTo, page, redirect } from '../../route.ts'

export const instancesCrumb: Crumb = { text: 'Instances', to: places.instances }
export const instanceCrumb: Crumb = {
  text: ({ instance = '' }) => instance,
  to: places.instanceStorage,
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
    first1000Images(project),
    first1000SiloImages(),
    first1000Disks(project),
    first1000SshKeys(),
    first1000IpPools(),
    first1000FloatingIps(project),
    first1000Vpcs(project),
    first1000AntiAffinityGroups(project),
    utilization(),
    ...(like ? likeQueries(project, like) : []),
  ]
}

const tabs = [
  page({
    path: places.instanceOverview,
    crumb: 'Overview',
    load: ({ project = '', instance = '' }) => [
      instanceExternalIps(project, instance),
      instanceInterfaces(project, instance),
      instanceNotes(project, instance),
      activityList(instanceScope(project, instance), new URLSearchParams()),
      platform(),
    ],
    code: () => import('./overview-tab.tsx'),
  }),
  page({
    path: places.instanceStorage,
    crumb: 'Storage',
    load: ({ project = '', instance = '' }) => [instanceDisks(project, instance)],
    code: () => import('./page/storage-tab.tsx'),
  }),
  page({
    path: places.instanceNetworking,
    crumb: 'Networking',
    load: ({ project = '', instance = '' }) => [
      instanceExternalIps(project, instance),
      instanceInterfaces(project, instance),
    ],
    later: ({ project = '' }) => [first1000FloatingIps(project), first1000IpPools()],
    code: () => import('./networking/networking-tab.tsx'),
  }),
  page({
    crumb: { text: 'Metrics', to: places.instanceMetrics },
    // the drawing along with the page, not after it
    code: async () =>
      (await Promise.all([import('./metrics/metrics-tab.tsx'), import('../../chart/time-chart-plot.tsx')]))[0],
    children: [
      page({ path: places.instanceMetricsCpu, crumb: 'CPU', code: () => import('./metrics/cpu-metrics.tsx') }),
      page({
        path: places.instanceMetricsDisk,
        crumb: 'Disk',
        load: ({ project = '', instance = '' }) => [instanceDisks(project, instance)],
        code: () => import('./metrics/disk-metrics.tsx'),
      }),
      page({
        path: places.instanceMetricsNetwork,
        crumb: 'Network',
        load: ({ project = '', instance = '' }) => [instanceInterfaces(project, instance)],
        code: () => import('./metrics/network-metrics.tsx'),
      }),
    ],
  }),
  page({
    path: places.instanceConnect,
    crumb: 'Connect',
    load: ({ project = '', instance = '' }) => [instanceExternalIps(project, instance), platform()],
    code: () => import('./connect-tab.tsx'),
  }),
  page({
    path: places.instanceSettings,
    crumb: 'Settings',
    load: ({ project = '', instance = '' }) => [
      instanceAntiAffinityGroups(project, instance),
      instanceAffinityGroups(project, instance),
    ],
    code: () => import('./settings-tab.tsx'),
  }),
  page({
    path: places.instanceRecovery,
    crumb: 'Recovery',
    load: ({ project = '', instance = '' }) => [recoveryPoints(project, instance)],
    code: () => import('../protection-policy/recovery-tab.tsx'),
  }),
  page({
    path: places.instanceActivity,
    crumb: 'Activity',
    load: ({ project = '', instance = '' }, search) => [activityList(instanceScope(project, instance), search)],
    code: () => import('../audit/activity-tab.tsx'),
  }),
]

const routes: RouteObject[] = [
  leadsTo(places.project, places.instances),
  leadsTo(places.instance, places.instanceStorage),
  leadsTo(places.instanceMetrics, places.instanceMetricsCpu),
  page({
    path: places.instancesNew,
    operation: 'instance_create',
    crumb: 'New instance',
    shape: ['heading', 'fields'],
    load: loadNew,
    later: ({ project = '' }) => [labelsIn({ kind: 'instance', project })],
    code: () => import('./instance-new.tsx'),
  }),
  page({
    crumb: instancesCrumb,
    children: [
      page({
        path: places.instances,
        load: ({ project = '' }) => [instanceList(project), instanceSummaries(project)],
        later: ({ project = '' }) => [platform(), labelsIn({ kind: 'instance', project })],
        code: () => import('./instance-list.tsx'),
        // the text stands for the chips
        shape: ['filter', 'text', 'rows'],
      }),
      page({
        crumb: instanceCrumb,
        shape: ['facts4', 'tabs', 'card', 'rows'],
        load: ({ project = '', instance = '' }) => [instanceView(project, instance)],
        later: ({ project = '', instance = '' }) => [
          instanceExternalIps(project, instance),
          instanceInterfaces(project, instance),
          platform(),
          labelsOf({ kind: 'instance', project }, instance),
        ],
        code: () => import('./page/instance-page.tsx'),
        children: tabs,
      }),
    ],
  }),
]

/** An id is enough to find an instance; whatever goes wrong, there is no such page. */
async function lookUp({ params }: { params: Record<string, string | undefined> }) {
  const missing = new ApiError('instance_view', { status: 404, message: 'Instance not found' })
  const found = await prefetch(errorsAllowed('instance_view', { path: { instance: params.instance ?? '' } }))
  if (found.type !== 'success') throw missing
  const owner = await prefetch(errorsAllowed('project_view', { path: { project: found.data.projectId } }))
  if (owner.type !== 'success') throw missing
  return redirect(paths.instanceStorage({ project: owner.data.name, instance: found.data.name }))
}

const lookupRoutes: RouteObject[] = [
  { path: places.lookupInstance, loader: lookUp, element: null },
  { path: places.lookupI, loader: lookUp, element: null },
]

export const instanceFeature: Feature = {
  project: { routes, nav: { label: 'Instances', icon: Cpu, to: places.instances, letter: 'i' } },
  silo: { routes: lookupRoutes },
  search: [
    searchProjects(
      'Instances',
      instanceList,
      ({ name }, project) => paths.instanceOverview({ project, instance: name }),
      {
        words: ['start', 'stop', 'reboot', 'restart', 'delete', 'console'],
        command: async (instance, project, word) =>
          (await import('./shared/instance-actions.tsx')).instanceCommand(project, instance, word),
      },
    ),
  ],
}
