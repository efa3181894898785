// The choice of a pool in a form, by name. Users who cannot list the pools type one, or leave the default.
import type { ReactNode } from 'react'
import type { Model } from '#contract/client.ts'
import { ComboboxField } from '../../form/combobox-field.tsx'
import { useData } from '../../use-api.ts'
import { first1000IpPools } from './ip-pool-queries.ts'
import { poolItems } from './pool-items.tsx'

interface PoolFieldProps {
  /** of the value in the form */
  name?: string
  pools: readonly Model<'SiloIpPool'>[]
  help?: ReactNode
  /** without a choice, the API takes the default pool of the silo */
  hasDefault?: boolean
}

export function PoolField({ name = 'pool', pools, help, hasDefault = true }: PoolFieldProps) {
  const { isHidden } = useData(first1000IpPools())
  return (
    <ComboboxField
      name={name}
      label="IP pool"
      required={!(isHidden && hasDefault)}
      {...(isHidden
        ? {
            arbitrary: true,
            placeholder: hasDefault ? 'Default pool' : 'Name of a pool',
            help: 'You cannot list the pools of this silo. Ask an administrator for their names.',
          }
        : { placeholder: 'Select a pool', emptyText: 'No pools are linked to this silo', help })}
      items={poolItems(pools)}
    />
  )
}
