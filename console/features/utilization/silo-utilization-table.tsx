// Each silo's quota: what is provisioned of it and what is left.
import type { Model } from '#contract/client.ts'
import { copyTextAction } from '../../action/action.tsx'
import { TextLink } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { exists } from '../../route.ts'
import { TableCard } from '../../table/table-card.tsx'
import { BigNum } from '../../ui/display/numbers.tsx'
import { RowMeter } from '../../ui/display/progress.tsx'
import type { Column } from '../../ui/display/table.tsx'
import { Tooltip } from '../../ui/overlay/tooltip.tsx'
import { isUnlimited } from '../../util/quota.ts'
import { bytesToGiB, bytesToTiB, percentOf, percentText, round } from '../../util/format.ts'

type SiloUtilization = Model<'SiloUtilization'>

const kinds = [
  { key: 'cpus', title: 'CPU', unit: '', amount: (count: number) => count },
  { key: 'memory', title: 'Memory', unit: ' GiB', amount: bytesToGiB },
  { key: 'storage', title: 'Storage', unit: ' TiB', amount: bytesToTiB },
] as const
type Kind = (typeof kinds)[number]

const usedColumn = ({ key, title, unit, amount }: Kind): Column<SiloUtilization> => ({
  id: key,
  header: title,
  align: 'right',
  cell: ({ provisioned, allocated }) => (
    <span className="whitespace-nowrap">
      <BigNum value={amount(provisioned[key])} /> <span className="text-muted">/</span>{' '}
      {isUnlimited(key, allocated[key]) ? (
        'No limit'
      ) : (
        <>
          <BigNum value={amount(allocated[key])} />
          {unit}
        </>
      )}
    </span>
  ),
})

const leftColumn = ({ key, title, unit, amount }: Kind): Column<SiloUtilization> => ({
  id: `${key}-left`,
  header: `${title} available`,
  align: 'right',
  cell: ({ provisioned, allocated }) =>
    isUnlimited(key, allocated[key]) ? (
      'No limit'
    ) : (
      <Left
        label={`${title} used`}
        left={round(amount(allocated[key]) - amount(provisioned[key]), 2)}
        unit={unit}
        percent={percentOf(provisioned[key], allocated[key])}
      />
    ),
})

function Left({ label, left, unit, percent }: { label: string; left: number; unit: string; percent: number }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      {Number.isFinite(percent) && (
        <Tooltip content={`${percentText(percent)} used`}>
          <span>
            <RowMeter label={label} value={percent} valueText={`${percentText(percent)} used`} />
          </span>
        </Tooltip>
      )}
      <span>
        <BigNum value={left} />
        {unit}
      </span>
    </span>
  )
}

const columns: Column<SiloUtilization>[] = [
  {
    id: 'silo',
    header: 'Silo',
    cell({ siloName }) {
      const to = paths.silo({ silo: siloName })
      return exists(to) ? <TextLink to={`${to}?tab=quotas`}>{siloName}</TextLink> : siloName
    },
  },
  ...kinds.map(usedColumn),
  ...kinds.map(leftColumn),
]

export function SiloUtilizationTable({ silos }: { silos: readonly SiloUtilization[] }) {
  return (
    <TableCard
      title="Silos"
      text="Provisioned / quota, and what is left."
      columns={columns}
      rows={silos}
      rowKey={({ siloId }) => siloId}
      rowLabel={({ siloName }) => siloName}
      actions={({ siloId }) => [copyTextAction('Copy silo ID', siloId)]}
    />
  )
}
