// The reads that pages, loaders and the palette share, one line each. A query is a value: the same line in a loader and in a
// component is the same cached answer.
import { isUuid } from '#contract/checks.ts'
import { errorsAllowed, query, type Query } from './api.ts'

export const PAGE_SIZE = 25
/** Practically everything: for pickers and for names of ids. */
export const ALL = 1000

export interface PageArgs {
  limit?: number
  pageToken?: string
  sortBy?: 'name_ascending' | 'name_descending' | 'id_ascending'
}

const paged = (page: PageArgs = {}) => ({ limit: PAGE_SIZE, ...page })

/** A host that is not ours has no such path. `silo` is the one last used: it may not want to be found otherwise. */
export const loginOptions = (silo?: string) => errorsAllowed('login_options', { query: { silo } })

export const currentUser = () => query('current_user_view')
export const currentUserGroups = () => query('current_user_groups', { query: { limit: ALL } })
/** Who may read it is a fleet viewer; a no is an answer. */
export const systemPolicy = () => errorsAllowed('system_policy_view')
export const mySiloPolicy = () => errorsAllowed('policy_view')

export const projectList = (page?: PageArgs) => query('project_list', { query: paged(page) })
export const projectView = (project: string) => query('project_view', { path: { project } })

/** A name is looked up in its project; an id is found without one, and must not have one. */
const inside = (project: string, name: string) => (isUuid(name) ? {} : { project })

export const instanceList = (project: string, page?: PageArgs) =>
  query('instance_list', { query: { project, ...paged(page) } })
export const instanceView = (project: string, instance: string) =>
  query('instance_view', { path: { instance }, query: inside(project, instance) })
/** Why it failed. Hosts of other makers cannot say. */
export const instanceFailure = (project: string, instance: string) =>
  errorsAllowed('instance_failure_view', { path: { instance }, query: inside(project, instance) })
export const instanceDisks = (project: string, instance: string) =>
  query('instance_disk_list', { path: { instance }, query: { ...inside(project, instance), limit: ALL } })
export const instanceExternalIps = (project: string, instance: string) =>
  query('instance_external_ip_list', { path: { instance }, query: inside(project, instance) })
export const instanceInterfaces = (project: string, instance: string) =>
  query('instance_network_interface_list', { query: { ...inside(project, instance), instance, limit: ALL } })
export const instanceSshKeys = (project: string, instance: string) =>
  query('instance_ssh_public_key_list', { path: { instance }, query: { ...inside(project, instance), limit: ALL } })
export const instanceAntiAffinityGroups = (project: string, instance: string) =>
  query('instance_anti_affinity_group_list', {
    path: { instance },
    query: { ...inside(project, instance), limit: ALL },
  })
export const instanceAffinityGroups = (project: string, instance: string) =>
  query('instance_affinity_group_list', { path: { instance }, query: { ...inside(project, instance), limit: ALL } })

export const everyDisk = (project: string) => query('disk_list', { query: { project, limit: ALL } })
export const everySnapshot = (project: string) => query('snapshot_list', { query: { project, limit: ALL } })
export const everyProjectImage = (project: string) => query('image_list', { query: { project, limit: ALL } })
export const everySiloImage = () => query('image_list', { query: { limit: ALL } })
export const everyFloatingIp = (project: string) => query('floating_ip_list', { query: { project, limit: ALL } })
export const everyPool = () => query('project_ip_pool_list', { query: { limit: ALL } })
export const everyVpc = (project: string) => query('vpc_list', { query: { project, limit: ALL } })
export const everySubnet = (project: string, vpc: string) =>
  query('vpc_subnet_list', { query: { project, vpc, limit: ALL } })
export const everyAntiAffinityGroup = (project: string) =>
  query('anti_affinity_group_list', { query: { project, limit: ALL } })
export const mySshKeys = () => query('current_user_ssh_key_list', { query: { limit: ALL } })
export const utilization = () => query('utilization_view')
/** By id, for names in tables: what is gone since is an answer too. */
export const instanceById = (instance: string) => errorsAllowed('instance_view', { path: { instance } })
export const vpcById = (vpc: string) => errorsAllowed('vpc_view', { path: { vpc } })
export const subnetById = (subnet: string) => errorsAllowed('vpc_subnet_view', { path: { subnet } })

export const everyInstance = (project: string) => query('instance_list', { query: { project, limit: ALL } })
export const everyProject = () => query('project_list', { query: { limit: ALL } })
export const diskList = (project: string, page?: PageArgs) => query('disk_list', { query: { project, ...paged(page) } })
export const diskById = (disk: string) => errorsAllowed('disk_view', { path: { disk } })
export const snapshotList = (project: string, page?: PageArgs) =>
  query('snapshot_list', { query: { project, ...paged(page) } })
export const snapshotView = (project: string, snapshot: string) =>
  query('snapshot_view', { path: { snapshot }, query: inside(project, snapshot) })
export const imageList = (project: string, page?: PageArgs) =>
  query('image_list', { query: { project, ...paged(page) } })
export const imageView = (project: string, image: string) =>
  query('image_view', { path: { image }, query: inside(project, image) })
export const siloImageList = (page?: PageArgs) => query('image_list', { query: paged(page) })
export const siloImageView = (image: string) => query('image_view', { path: { image } })

/** Every page, one after the other: a list cut at a thousand would call the rest unknown. */
function everyPage<Row>(pageAt: (pageToken?: string) => Query<{ items: Row[]; nextPage?: string | null }>) {
  const first = pageAt()
  return {
    key: [first.key[0], { every: 'page' }],
    async fetch(signal) {
      const page = await first.fetch(signal)
      const items = [...page.items]
      for (let token = page.nextPage; token;) {
        const more = await pageAt(token).fetch(signal)
        items.push(...more.items)
        token = more.nextPage
      }
      return { items }
    },
  } satisfies Query<{ items: Row[] }>
}
export const everyUser = () =>
  everyPage((pageToken) => query('user_list', { query: { limit: ALL, ...(pageToken && { pageToken }) } }))
export const everyGroup = () =>
  everyPage((pageToken) => query('group_list', { query: { limit: ALL, ...(pageToken && { pageToken }) } }))
export const siloPolicy = () => query('policy_view')

export const sshKeyList = (page?: PageArgs) => query('current_user_ssh_key_list', { query: paged(page) })
export const sshKeyView = (sshKey: string) => query('current_user_ssh_key_view', { path: { sshKey } })

export const everyAffinityGroup = (project: string) => query('affinity_group_list', { query: { project, limit: ALL } })
export const affinityGroupView = (project: string, affinityGroup: string) =>
  query('affinity_group_view', { path: { affinityGroup }, query: inside(project, affinityGroup) })
export const affinityGroupMembers = (project: string, affinityGroup: string) =>
  query('affinity_group_member_list', {
    path: { affinityGroup },
    query: { ...inside(project, affinityGroup), limit: ALL },
  })
export const antiAffinityGroupView = (project: string, antiAffinityGroup: string) =>
  query('anti_affinity_group_view', { path: { antiAffinityGroup }, query: inside(project, antiAffinityGroup) })
export const antiAffinityGroupMembers = (project: string, antiAffinityGroup: string) =>
  query('anti_affinity_group_member_list', {
    path: { antiAffinityGroup },
    query: { ...inside(project, antiAffinityGroup), limit: ALL },
  })

export const projectPolicy = (project: string) => query('project_policy_view', { path: { project } })
/** Who is in which of these groups, by the groups' ids. */
export const membersOfGroups = (groups: readonly string[]): Query<Map<string, Set<string>>> => ({
  key: ['user_list', { groups }],
  async fetch(signal) {
    const members = async (group: string) => {
      const { items } = await query('user_list', { query: { group, limit: ALL } }).fetch(signal)
      return [group, new Set(items.map(({ id }) => id))] as const
    }
    return new Map(await Promise.all(groups.map(members)))
  },
})
