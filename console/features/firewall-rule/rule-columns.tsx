// What the table of firewall rules shows.
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { createdColumn, descriptionColumn, nameColumn, type ResourceColumn } from '../../table/columns.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Truncate } from '../../ui/display/copy.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { More } from '../../ui/page/more.tsx'
import { capitalize } from '#contract/errors.ts'
import { EndpointBadge, endpointText, type Endpoint } from '../vpc/page/endpoint-badge.tsx'
import type { Rule } from './firewall-rule-queries.ts'
import { trafficText } from './traffic-text.ts'

interface Known {
  project: string
  vpc: string
  /** undefined while unknown */
  instances: ReadonlySet<string> | undefined
  subnets: ReadonlySet<string> | undefined
}

/** This many badges fit; a longer list shows one less and a number. */
const MAX_BADGES = 2

interface TextBadge {
  text: string
  badge: ReactNode
}

function Badges({ label, items }: { label: string; items: readonly TextBadge[] }) {
  if (items.length === 0) return <Dash />
  const shown = items.length > MAX_BADGES ? items.slice(0, MAX_BADGES - 1) : items
  const rest = items.slice(shown.length)
  return (
    <span className="flex items-center gap-1.5">
      {shown.map(({ text, badge }) => (
        <span key={text} className="inline-flex">
          {badge}
        </span>
      ))}
      <More label={label} texts={rest.map(({ text }) => text)} />
    </span>
  )
}

export function ruleColumns({ project, vpc, instances, subnets }: Known): ResourceColumn<Rule>[] {
  // a VPC that was renamed is no longer found under the name in its rules
  const named: Partial<Record<Endpoint['type'], ReadonlySet<string> | undefined>> = {
    instance: instances,
    subnet: subnets,
    vpc: new Set([vpc]),
  }
  const end = (endpoint: Endpoint) => ({
    text: endpointText(endpoint),
    badge: (
      <EndpointBadge
        project={project}
        vpc={vpc}
        endpoint={endpoint}
        exists={named[endpoint.type]?.has(endpoint.value!)}
      />
    ),
  })
  return [
    { ...nameColumn<Rule>(({ name }) => paths.firewallRuleEdit({ project, vpc, rule: name })), sortable: false },
    {
      id: 'priority',
      header: 'Priority',
      align: 'right',
      text: ({ priority }) => String(priority),
      cell: ({ priority }) => priority,
    },
    {
      id: 'action',
      header: 'Action',
      early: true,
      text: ({ action }) => action,
      cell: ({ action }) => <Badge>{action}</Badge>,
    },
    {
      id: 'direction',
      header: 'Direction',
      text: ({ direction }) => direction,
      cell: ({ direction }) => capitalize(direction),
    },
    {
      id: 'targets',
      header: 'Targets',
      text: ({ targets }) => targets.map(endpointText).join(' '),
      cell: ({ targets }) => <Badges label="targets" items={targets.map(end)} />,
    },
    {
      id: 'filters',
      header: 'Filters',
      text: ({ filters }) =>
        [...(filters.hosts ?? []).map(endpointText), trafficText(filters)].filter(Boolean).join(' '),
      cell: ({ filters }) => <Filters hosts={(filters.hosts ?? []).map(end)} traffic={trafficText(filters)} />,
    },
    {
      id: 'status',
      header: 'Status',
      text: ({ status }) => status,
      cell: ({ status }) => (
        <Badge lamp tone={status === 'enabled' ? 'success' : 'neutral'}>
          {status}
        </Badge>
      ),
    },
    { ...descriptionColumn<Rule>(), hidden: true },
    // every save replaces all rules, so it is the time of the last save
    { ...createdColumn<Rule>(), hidden: true },
  ]
}

function Filters({ hosts, traffic }: { hosts: readonly TextBadge[]; traffic: string }) {
  if (!traffic) return <Badges label="filters" items={hosts} />
  return (
    <span className="flex items-center gap-1.5">
      {hosts.length > 0 && <Badges label="filters" items={hosts} />}
      <Badge>
        <Truncate text={traffic} maxLength={32} />
      </Badge>
    </span>
  )
}
