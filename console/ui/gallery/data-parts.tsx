// Tables, tabs, properties, cards, empty states.
import { Box } from '@lucide/icons'
import { Icon } from '../display/icon.tsx'
import { useState } from 'react'
import { Accordion, AccordionItem } from '../display/accordion.tsx'
import { Badge, type Tone } from '../display/badge.tsx'
import { Button } from '../input/button.tsx'
import { Card } from '../display/card.tsx'
import { CopyText } from '../display/copy.tsx'
import { DateTime } from '../display/dates.tsx'
import { EmptyState } from '../display/empty-state.tsx'
import { Bytes } from '../display/numbers.tsx'
import { PaginationBar } from '../display/pagination.tsx'
import { Properties } from '../display/properties.tsx'
import { Table, type Column, type Sort } from '../display/table.tsx'
import { QueryTabs, RouteTabs } from '../display/tabs.tsx'
import { sampleItems } from './action-parts.tsx'
import { Specimen, Specimens } from './specimen.tsx'

interface Row {
  id: string
  name: string
  state: string
  tone: Tone
  size: number
}

const rows: Row[] = [
  { id: '1', name: 'db1', state: 'running', tone: 'success', size: 16 * 1024 ** 3 },
  { id: '2', name: 'web-frontend-with-a-long-name', state: 'stopped', tone: 'neutral', size: 4 * 1024 ** 3 },
  { id: '3', name: 'batch', state: 'failed', tone: 'danger', size: 128 * 1024 ** 3 },
]
const columns: Column<Row>[] = [
  { id: 'name', header: 'name', sortable: true, cell: (row) => <span className="font-medium">{row.name}</span> },
  {
    id: 'state',
    header: 'state',
    sortable: true,
    cell: (row) => (
      <Badge tone={row.tone} lamp>
        {row.state}
      </Badge>
    ),
  },
  { id: 'memory', header: 'memory', align: 'right', cell: (row) => <Bytes value={row.size} /> },
  { id: 'id', header: 'ID', cell: (row) => <CopyText text={`5d3b8a0e-6f1c-4f0e-9b6a-0c1d2e3f4a5${row.id}`} /> },
  { id: 'created', header: 'created', cell: () => <DateTime value={new Date('2025-06-07T12:34:56Z')} /> },
]
const nothing = () => undefined

export function DataParts() {
  const [keys, setKeys] = useState<Set<string>>(new Set(['2']))
  const [sort, setSort] = useState<Sort>({ column: 'name', direction: 'ascending' })
  const [size, setSize] = useState(25)
  return (
    <Specimens title="Data">
      <Specimen name="Table" stacked>
        <div>
          <Table
            label="Instances"
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
            rowLabel={(row) => row.name}
            actions={() => sampleItems}
            selection={{ keys, onChange: setKeys }}
            sort={sort}
            onSort={setSort}
          />
          <PaginationBar
            pageSize={size}
            pageSizes={[25, 50, 100]}
            onPageSize={setSize}
            hasPrev={false}
            hasNext
            onPrev={nothing}
            onNext={nothing}
            busy
          />
        </div>
        <Table
          label="Compact"
          density="compact"
          columns={columns.slice(0, 3)}
          rows={rows}
          rowKey={(row) => row.id}
          busy
        />
        <Table label="Loading" columns={columns} rows={[]} rowKey={(row) => row.id} skeletonRows={3} />
      </Specimen>
      <Specimen name="Empty" stacked>
        <EmptyState
          icon={<Icon icon={Box} />}
          title="No instances"
          text="An instance is a virtual machine. Create the first one to see it here."
          action={<Button variant="primary">New instance</Button>}
        />
      </Specimen>
      <Specimen name="Properties, card" stacked>
        <Properties
          columns={2}
          items={[
            { name: 'ID', value: <CopyText text="5d3b8a0e-6f1c-4f0e-9b6a-0c1d2e3f4a5b" /> },
            { name: 'Description', value: '' },
            { name: 'vCPUs', value: 4 },
            { name: 'Memory', value: <Bytes value={16 * 1024 ** 3} /> },
          ]}
        />
        <Card
          title="Boot disk"
          text="The disk that the instance boots from"
          actions={<Button size="sm">Detach</Button>}
          footer={<Button size="sm">Attach existing disk</Button>}
        >
          <p className="text-sm">Content of a card.</p>
        </Card>
        <Accordion>
          <AccordionItem title="Networking" aside={<Badge>2</Badge>} defaultOpen>
            <p className="text-sm">Open at first.</p>
          </AccordionItem>
          <AccordionItem title="Advanced">
            <p className="text-sm">Closed at first.</p>
          </AccordionItem>
        </Accordion>
      </Specimen>
      <Specimen name="Tabs" stacked>
        <QueryTabs
          label="In the query"
          tabs={[
            { value: 'sleds', label: 'Sleds', content: <p className="text-sm">Sleds</p> },
            { value: 'disks', label: 'Disks', content: <p className="text-sm">Disks</p> },
          ]}
        />
        <RouteTabs
          label="Routes"
          tabs={[
            { to: '/storage', label: 'Storage' },
            { to: '/networking', label: 'Networking' },
            { to: '/metrics', label: 'Metrics' },
          ]}
        >
          <p className="text-sm">The route's outlet.</p>
        </RouteTabs>
      </Specimen>
    </Specimens>
  )
}
