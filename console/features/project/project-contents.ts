// What is still in a project. A project must be empty before it can be deleted.
import { prefetch, query, type Query } from '../../api.ts'

/** Enough names to recognize the contents by. */
const MAX_NAMES = 5

interface Kind {
  one: string
  many: string
  list: (project: string) => Query<{ items: readonly { name: string }[]; nextPage?: string | null | undefined }>
}

export interface Contents {
  label: string
  names: readonly string[]
  /** there are more than the names */
  hasMore: boolean
}

const page = (project: string) => ({ query: { project, limit: MAX_NAMES } })

const kinds: readonly Kind[] = [
  { one: 'Instance', many: 'Instances', list: (project) => query('instance_list', page(project)) },
  { one: 'Disk', many: 'Disks', list: (project) => query('disk_list', page(project)) },
  { one: 'Snapshot', many: 'Snapshots', list: (project) => query('snapshot_list', page(project)) },
  { one: 'Image', many: 'Images', list: (project) => query('image_list', page(project)) },
  { one: 'Floating IP', many: 'Floating IPs', list: (project) => query('floating_ip_list', page(project)) },
  { one: 'VPC', many: 'VPCs', list: (project) => query('vpc_list', page(project)) },
  { one: 'Affinity group', many: 'Affinity groups', list: (project) => query('affinity_group_list', page(project)) },
  {
    one: 'Anti-affinity group',
    many: 'Anti-affinity groups',
    list: (project) => query('anti_affinity_group_list', page(project)),
  },
]

/** The default VPC can be deleted with the project, so it is separate. A list that cannot be read is left to the server. */
export async function contentsOf(project: string): Promise<{ contents: Contents[]; hasDefaultVpc: boolean }> {
  let hasDefaultVpc = false
  const read = async ({ one, many, list }: Kind): Promise<Contents | undefined> => {
    const { items, nextPage } = await prefetch(list(project)).catch(() => ({ items: [], nextPage: null }))
    const isDefaultVpc = (name: string) => one === 'VPC' && name === 'default'
    if (items.some(({ name }) => isDefaultVpc(name))) hasDefaultVpc = true
    const names = items.map(({ name }) => name).filter((name) => !isDefaultVpc(name))
    if (names.length === 0) return undefined
    return { label: names.length === 1 ? one : many, names, hasMore: Boolean(nextPage) }
  }
  const contents = await Promise.all(kinds.map(read))
  return { contents: contents.filter((one) => one !== undefined), hasDefaultVpc }
}
