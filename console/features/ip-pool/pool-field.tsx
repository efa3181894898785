// The choice of a pool in a form whose value is named `pool`.
import type { ReactNode } from 'react'
import type { Model } from '#contract/client.ts'
import { ComboboxField } from '../../form/combobox-field.tsx'
import { poolItems } from './pool-items.tsx'

export const PoolField = ({ pools, help }: { pools: readonly Model<'SiloIpPool'>[]; help?: ReactNode }) => (
  <ComboboxField
    name="pool"
    label="IP pool"
    required
    placeholder="Select a pool"
    emptyText="No pools are linked to this silo"
    help={help}
    items={poolItems(pools)}
  />
)
