// Each silo's quota: what is provisioned of it and what is left.
import type { ReactNode } from 'react'
import type { Model } from '#contract/client.ts'
import { everySiloDeletedUsage } from '../../deleted-queries.ts'
import { useLoad } from '../../use-api.ts'
import { copyTextAction, menuItem } from '../../action/action.tsx'
import { TextLink } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { exists } from '../../route.ts'
import { FilteredTable, type SortedColumn } from '../../table/filtered-table.tsx'
import { Card } from '../../ui/display/card.tsx'
import { BigNum } from '../../ui/display/numbers.tsx'
import { RowMeter } from '../../ui/page/progress.tsx'
import { Tooltip } from '../../ui/overlay/tooltip.tsx'
import { isUnlimited } from '../../util/quota.ts'
import { bytesToGiB, percentOf, percentText, storageText } from '../../util/format.ts'

type SiloUtilization = Model<'SiloUtilization'>

const kinds = [
  { key: 'cpus', title: 'CPU', text: (count: number) => <BigNum value={count} /> },
  { key: 'memory', title: 'Memory', text: (size: number) => <GiBs size={size} /> },
  { key: 'storage', title: 'Storage', text: (size: number) => storageText(size) },
] as const
type Kind = (typeof kinds)[number]

const GiBs = ({ size }: { size: number }) => (
  <>
    <BigNum value={bytesToGiB(size)} /> GiB
  </>
)

const usedColumn = ({ key, title, text }: Kind): SortedColumn<SiloUtilization> => ({
  id: key,
  header: title,
  value: ({ provisioned }) => provisioned[key],
  align: 'right',
  cell: ({ provisioned, allocated }) => (
    <span className="whitespace-nowrap">
      {text(provisioned[key])} <span className="text-muted">/</span>{' '}
      {isUnlimited(key, allocated[key]) ? 'No limit' : text(allocated[key])}
    </span>
  ),
})

const leftColumn = ({ key, title, text }: Kind): SortedColumn<SiloUtilization> => ({
  id: `${key}-left`,
  header: `${title} available`,
  value: ({ provisioned, allocated }) => allocated[key] - provisioned[key],
  align: 'right',
  cell: ({ provisioned, allocated }) =>
    isUnlimited(key, allocated[key]) ? (
      'No limit'
    ) : (
      <Left
        label={`${title} used`}
        left={text(allocated[key] - provisioned[key])}
        percent={percentOf(provisioned[key], allocated[key])}
      />
    ),
})

function Left({ label, left, percent }: { label: string; left: ReactNode; percent: number }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      {Number.isFinite(percent) && (
        <Tooltip content={`${percentText(percent)} used`}>
          <span>
            <RowMeter label={label} value={percent} valueText={`${percentText(percent)} used`} />
          </span>
        </Tooltip>
      )}
      <span>{left}</span>
    </span>
  )
}

const columnsOf = (deleted: ReadonlyMap<string, number>): SortedColumn<SiloUtilization>[] => [
  {
    id: 'silo',
    header: 'Silo',
    text: ({ siloName }) => siloName,
    cell({ siloName }) {
      const to = paths.silo({ silo: siloName })
      return exists(to) ? <TextLink to={`${to}?tab=quotas`}>{siloName}</TextLink> : siloName
    },
  },
  ...kinds.map(usedColumn),
  ...kinds.map(leftColumn),
  // counts toward the quota, but the published numbers leave it out
  ...(deleted.size > 0 ? [deletedColumn(deleted)] : []),
]

const deletedColumn = (deleted: ReadonlyMap<string, number>): SortedColumn<SiloUtilization> => ({
  id: 'deleted',
  header: 'Deleted storage',
  value: ({ siloId }) => deleted.get(siloId) ?? 0,
  align: 'right',
  cell: ({ siloId }) => storageText(deleted.get(siloId) ?? 0),
})

export function SiloUtilizationTable({ silos }: { silos: readonly SiloUtilization[] }) {
  const { data } = useLoad(everySiloDeletedUsage(), { optional: true })
  const usage = data?.type === 'success' ? data.data.items : []
  const columns = columnsOf(new Map(usage.map(({ siloId, storage }) => [siloId, storage])))
  return (
    <Card title="Silos" text="Provisioned / quota, and what is available.">
      {silos.length > 0 && (
        <FilteredTable
          label="silos"
          text={({ siloName }) => siloName}
          columns={columns}
          rows={silos}
          rowKey={({ siloId }) => siloId}
          rowLabel={({ siloName }) => siloName}
          actions={({ siloId }) => [menuItem(copyTextAction('Copy silo ID', siloId))]}
        />
      )}
    </Card>
  )
}
