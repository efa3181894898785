// The network of a project: a summary, its problems, and a diagram or an equivalent list.
import { List, Waypoints } from '@lucide/icons'
import { useState } from 'react'
import { useParams } from 'react-router'
import { ActionButton } from '../../frame/action-button.tsx'
import { TextLink } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { usePolling } from '../../polling.ts'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { Message } from '../../ui/display/message.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'
import { useNarrow } from '../../ui/display/use-narrow.ts'
import { Button } from '../../ui/input/button.tsx'
import { useData } from '../../use-api.ts'
import { ReachabilityCard } from '../reachability/reachability-host.tsx'
import { subjectPath } from '../reachability/subject-names.ts'
import { countOf, isNote } from './map-nodes.ts'
import { NetworkDiagram } from './network-diagram.tsx'
import { NetworkList } from './network-list.tsx'
import { networkMap, type NetworkMap } from './network-map-queries.ts'

/** Used when the host pushes no events. */
const POLL_INTERVAL_MS = 60_000
const MAX_LISTED_PROBLEMS = 3

export default function NetworkMapPage() {
  const { project = '' } = useParams()
  const poll = usePolling({ fast: POLL_INTERVAL_MS, slow: POLL_INTERVAL_MS, busy: false })
  const map = useData(networkMap(project), { poll })
  const narrow = useNarrow()
  const [chosen, setView] = useState<'diagram' | 'list'>()
  const view = chosen ?? (narrow ? 'list' : 'diagram')
  const isEmpty = map.vpcs.length + map.instances.length + map.externalIps.length === 0
  return (
    <>
      <PageHeader
        title="Network map"
        icon={<Icon icon={Waypoints} />}
        actions={!isEmpty && <ViewButtons view={view} onChange={setView} />}
      />
      {isEmpty ? (
        <EmptyState
          icon={<Icon icon={Waypoints} />}
          title="No networks"
          text="The map shows the VPCs, instances and external IPs of this project."
          action={<ActionButton action={{ label: 'New VPC', to: paths.vpcsNew({ project }) }} variant="primary" />}
        />
      ) : (
        <div className="space-y-4">
          <Summary map={map} />
          <Problems project={project} map={map} />
          {map.truncated && <Message>This project is too large to show in full. Some resources are missing.</Message>}
          {view === 'diagram' ? (
            <NetworkDiagram project={project} map={map} />
          ) : (
            <NetworkList project={project} map={map} />
          )}
          <Notes project={project} map={map} />
          <ReachabilityCard project={project} />
        </div>
      )}
    </>
  )
}

interface ViewButtonsProps {
  view: 'diagram' | 'list'
  onChange: (view: 'diagram' | 'list') => void
}

function ViewButtons({ view, onChange }: ViewButtonsProps) {
  const variant = (name: string) => (view === name ? 'secondary' : 'ghost')
  return (
    <fieldset className="flex gap-1">
      <legend className="sr-only">View</legend>
      <Button variant={variant('diagram')} aria-pressed={view === 'diagram'} onClick={() => onChange('diagram')}>
        <Icon icon={Waypoints} />
        Diagram
      </Button>
      <Button variant={variant('list')} aria-pressed={view === 'list'} onClick={() => onChange('list')}>
        <Icon icon={List} />
        List
      </Button>
    </fieldset>
  )
}

const Summary = ({ map }: { map: NetworkMap }) => (
  <p className="text-sm text-muted tabular-nums">
    {[
      countOf(map.vpcs.length, 'VPC'),
      countOf(map.subnets.length, 'subnet'),
      countOf(map.instances.length, 'instance'),
      countOf(map.externalIps.length, 'external IP'),
    ].join(' · ')}
  </p>
)

interface FindingsProps {
  project: string
  map: NetworkMap
}

const Finding = ({ project, text, subject }: NetworkMap['problems'][number] & { project: string }) => (
  <li>
    <TextLink to={subjectPath(project, subject)}>{text}</TextLink>
  </li>
)

function Problems({ project, map }: FindingsProps) {
  const problems = map.problems.filter((problem) => !isNote(problem))
  if (problems.length === 0) return null
  const item = (problem: NetworkMap['problems'][number]) => (
    <Finding key={problem.text} project={project} {...problem} />
  )
  const rest = problems.slice(MAX_LISTED_PROBLEMS)
  return (
    <Message tone="notice" title={countOf(problems.length, 'problem')}>
      <ul aria-label="Problems" className="space-y-0.5">
        {problems.slice(0, MAX_LISTED_PROBLEMS).map(item)}
      </ul>
      {rest.length > 0 && (
        <details>
          <summary className="cursor-pointer text-muted">{rest.length} more</summary>
          <ul aria-label="More problems" className="space-y-0.5">
            {rest.map(item)}
          </ul>
        </details>
      )}
    </Message>
  )
}

function Notes({ project, map }: FindingsProps) {
  const notes = map.problems.filter(isNote)
  if (notes.length === 0) return null
  return (
    <ul aria-label="Notes" className="space-y-0.5 text-sm">
      {notes.map((note) => (
        <Finding key={note.text} project={project} {...note} />
      ))}
    </ul>
  )
}
