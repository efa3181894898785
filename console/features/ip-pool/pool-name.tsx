// The name of an IP pool by id. Pools not linked to the silo cannot be read, so their id is shown instead.
import { errorsAllowed } from '../../api.ts'
import { useData, useLoad } from '../../use-api.ts'
import { CopyText } from '../../ui/display/copy.tsx'
import { Tooltip } from '../../ui/overlay/tooltip.tsx'
import { first1000IpPools } from './ip-pool-queries.ts'

/** Every member of a linked silo can read a pool, even without the list. */
const linkedPool = (pool: string) => errorsAllowed('project_ip_pool_view', { path: { pool } })

export const usePoolNames = (): ReadonlyMap<string, string> =>
  new Map(useData(first1000IpPools()).items.map(({ id, name }) => [id, name]))

export function PoolName({ id }: { id: string }) {
  const listed = useData(first1000IpPools()).items.find((one) => one.id === id)
  const { data } = useLoad(linkedPool(id), { enabled: !listed })
  const pool = listed ?? (data?.type === 'success' ? data.data : undefined)
  if (!pool) return <CopyText text={id} maxLength={16} />
  return (
    <Tooltip content={pool.description || undefined}>
      <span>{pool.name}</span>
    </Tooltip>
  )
}
