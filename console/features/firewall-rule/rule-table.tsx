// Firewall rules as a table with a filter and bulk actions. All rules are loaded, so there are no pages.
import { useState } from 'react'
import { menuItem } from '../../action/action.tsx'
import { BulkBar } from '../../action/bulk-bar.tsx'
import { useLoad } from '../../use-api.ts'
import type { PageOf } from '../../queries.ts'
import { titleOf } from '../../table/columns.tsx'
import { TableTools } from '../../table/table-tools.tsx'
import { useTableChoices } from '../../table/use-table-choices.ts'
import { Table } from '../../ui/display/table.tsx'
import { first1000Instances } from '../instance/instance-queries.ts'
import { first1000Subnets } from '../vpc-subnet/vpc-subnet-queries.ts'
import { ruleActions } from './firewall-rule-actions.tsx'
import type { RuleSet } from './firewall-rule-queries.ts'
import { ruleColumns } from './rule-columns.tsx'

const LABEL = 'firewall rules'

interface TableProps {
  project: string
  vpc: string
  set: RuleSet
}

const namesIn = (page?: PageOf<{ name: string }>) => page && new Set(page.items.map(({ name }) => name))

export function RuleTable({ project, vpc, set }: TableProps) {
  const instances = namesIn(useLoad(first1000Instances(project)).data)
  const subnets = namesIn(useLoad(first1000Subnets(project, vpc)).data)
  const columns = ruleColumns({ project, vpc, instances, subnets })
  const { shown, toggle, density, toggleDensity } = useTableChoices(LABEL, columns)
  const [filter, setFilter] = useState('')
  // by name: every save gives the rules new ids
  const [selected, select] = useState<ReadonlySet<string>>(new Set())
  const visible = columns.filter(({ id }) => shown.has(id))
  const text = filter.trim().toLowerCase()
  const sorted = set.rules.toSorted((a, b) => a.priority - b.priority || a.name.localeCompare(b.name))
  const rows = text
    ? sorted.filter((rule) => visible.some((column) => column.text(rule).toLowerCase().includes(text)))
    : sorted
  const at = { project, vpc }
  return (
    <>
      <div className="mb-2">
        <TableTools
          label={LABEL}
          filter={filter}
          onFilter={setFilter}
          note={text ? `${rows.length} of ${sorted.length} rules` : undefined}
          columns={columns.map((column) => ({ id: column.id, title: titleOf(column), shown: shown.has(column.id) }))}
          onToggle={toggle}
          density={density}
          onDensity={toggleDensity}
          table={() => [visible.map(titleOf), ...rows.map((row) => visible.map((column) => column.text(row)))]}
        />
      </div>
      <BulkBar
        nouns={LABEL}
        chosen={sorted
          .filter(({ name }) => selected.has(name))
          .map((rule) => ({ key: rule.name, name: rule.name, actions: ruleActions(at, set, rule) }))}
        onClear={() => select(new Set())}
        onDone={(keys) => select((was) => new Set([...was].filter((key) => !keys.includes(key))))}
      />
      <Table
        label={LABEL}
        columns={visible}
        rows={rows}
        rowKey={({ name }) => name}
        rowLabel={({ name }) => name}
        actions={(rule) => ruleActions(at, set, rule).map(menuItem)}
        selection={{ keys: selected, onChange: select }}
        keepWidths={text !== ''}
        density={density}
      />
      <p className="px-3 py-2 text-sm text-muted">
        All other traffic: inbound is denied, outbound is allowed. Replies are always allowed.
      </p>
      {rows.length === 0 && (
        <p className="py-6 text-center text-sm text-muted">{`No rules match '${filter.trim()}'.`}</p>
      )}
    </>
  )
}
