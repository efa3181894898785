// The name of an IP pool by id. Pools not linked to the silo cannot be read, so their id is shown instead.
import { useData } from '../../use-api.ts'
import { CopyText } from '../../ui/display/copy.tsx'
import { Tooltip } from '../../ui/overlay/tooltip.tsx'
import { first1000IpPools } from './ip-pool-queries.ts'

export const usePoolNames = (): ReadonlyMap<string, string> =>
  new Map(useData(first1000IpPools()).items.map(({ id, name }) => [id, name]))

export function PoolName({ id }: { id: string }) {
  const pool = useData(first1000IpPools()).items.find((one) => one.id === id)
  if (!pool) return <CopyText text={id} maxLength={16} />
  return (
    <Tooltip content={pool.description || undefined}>
      <span>{pool.name}</span>
    </Tooltip>
  )
}
