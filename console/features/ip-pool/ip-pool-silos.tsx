// The silos that can take addresses from a pool, and whether it is their default.
import { useState } from 'react'
import type { Model } from '#contract/client.ts'
import { copyTextAction, menuItem } from '../../action/action.tsx'
import { useData } from '../../use-api.ts'
import { TextLink } from '../../frame/link.tsx'
import { useShortcut } from '../../frame/shortcuts.ts'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { exists } from '../../route.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { TabList } from '../../table/tab-list.tsx'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { Table, type Column } from '../../ui/display/table.tsx'
import { first1000Silos } from '../silo/silo-queries.ts'
import { clearDefaultAction, makeDefaultAction, unlinkAction } from './ip-pool-actions.tsx'
import { ipPoolSilos } from './ip-pool-queries.ts'

const LinkForm = lazyPopup(async () => (await import('./ip-pool-link-form.lazy.tsx')).SiloLinkForm)

type Link = Model<'IpPoolSiloLink'>

function columnsOf(names: ReadonlyMap<string, string>): Column<Link>[] {
  return [
    {
      id: 'silo',
      header: 'Silo',
      cell({ siloId }) {
        const name = names.get(siloId)
        if (!name) return <CopyText text={siloId} />
        const to = paths.silo({ silo: name })
        return exists(to) ? <TextLink to={`${to}?tab=ip-pools`}>{name}</TextLink> : name
      },
    },
    {
      id: 'default',
      header: 'Pool is silo default',
      cell: ({ isDefault }) => (isDefault ? <Badge>default</Badge> : <Dash />),
    },
  ]
}

export function PoolSilos({ pool }: { pool: string }) {
  const links = useData(ipPoolSilos(pool)).items
  const names = new Map(useData(first1000Silos()).items.map(({ id, name }) => [id, name]))
  const [linking, setLinking] = useState(false)
  const whyNot = useWhyNotFleet()
  useShortcut('c', 'Link silo', () => !whyNot && setLinking(true))
  const actionsOf = ({ siloId, isDefault }: Link) => {
    const link = { pool, siloId, siloName: names.get(siloId) ?? siloId, isDefault }
    return [
      copyTextAction('Copy silo ID', siloId),
      isDefault ? clearDefaultAction(link, whyNot) : makeDefaultAction(link, whyNot),
      unlinkAction(link, whyNot),
    ]
  }
  return (
    <>
      <TabList
        text="The default is used when no pool is specified."
        add={{ label: 'Link silo', whyNot, run: () => setLinking(true) }}
        empty={
          links.length === 0 && {
            title: 'No linked silos',
            text: 'Users can take addresses from pools linked to their silo.',
          }
        }
      >
        <Table
          label="Linked silos"
          columns={columnsOf(names)}
          rows={links}
          rowKey={({ siloId }) => siloId}
          rowLabel={({ siloId }) => names.get(siloId) ?? siloId}
          actions={(link) => actionsOf(link).map(menuItem)}
        />
      </TabList>
      {linking && <LinkForm pool={pool} linked={links.map(({ siloId }) => siloId)} onClose={() => setLinking(false)} />}
    </>
  )
}
