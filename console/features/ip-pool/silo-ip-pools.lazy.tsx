// The IP pools that a silo can take addresses from.
import { useState } from 'react'
import type { Model } from '#contract/client.ts'
import { copyIdAction, menuItem, type Action } from '../../action/action.tsx'
import { useData } from '../../use-api.ts'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { descriptionColumn, nameColumn } from '../../table/columns.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { Table, type Column } from '../../ui/display/table.tsx'
import { clearDefaultAction, makeDefaultAction, unlinkAction } from './ip-pool-actions.tsx'
import { siloIpPools } from '../silo/silo-queries.ts'
import { TabList } from '../../table/tab-list.tsx'

const LinkForm = lazyPopup(async () => (await import('./ip-pool-link-form.lazy.tsx')).IpPoolLinkForm)

type Pool = Model<'SiloIpPool'>

const columns: Column<Pool>[] = [
  nameColumn(({ name }) => paths.ipPool({ pool: name })),
  descriptionColumn(),
  {
    id: 'default',
    header: 'Default',
    cell: ({ isDefault }) => (isDefault ? <Badge>default</Badge> : <Dash />),
  },
]

export function SiloIpPools({ silo: { id, name: silo } }: { silo: Model<'Silo'> }) {
  const pools = useData(siloIpPools(silo)).items
  const whyNot = useWhyNotFleet()
  const [linking, setLinking] = useState(false)
  const otherDefault = pools.find(({ isDefault }) => isDefault)?.name
  const actions = (pool: Pool): Action[] => {
    const link = { pool: pool.name, siloId: id, siloName: silo, isDefault: pool.isDefault, otherDefault }
    return [
      copyIdAction(pool.id),
      pool.isDefault ? clearDefaultAction(link, whyNot) : makeDefaultAction(link, whyNot),
      unlinkAction(link, whyNot),
    ]
  }
  return (
    <>
      <TabList
        text="The default is used when no pool is specified."
        add={{ label: 'Link pool', whyNot, run: () => setLinking(true) }}
        empty={
          pools.length === 0 && {
            title: 'No IP pools',
            text: 'Link a pool so that instances of this silo can have external IPs.',
          }
        }
      >
        <Table
          label="IP pools"
          columns={columns}
          rows={pools}
          rowKey={(pool) => pool.id}
          rowLabel={({ name }) => name}
          actions={(pool) => actions(pool).map(menuItem)}
        />
      </TabList>
      {linking && <LinkForm silo={silo} linked={pools.map((pool) => pool.id)} onClose={() => setLinking(false)} />}
    </>
  )
}
