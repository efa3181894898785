// An instance at a glance: how busy it is, how to reach it, what happened last, and what people noted.
import { useMemo, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { onSameTimes } from '../../chart/series.ts'
import { SmallChart } from '../../chart/small-chart.tsx'
import { TextLink } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { usePlatform } from '../../platform.ts'
import { Card } from '../../ui/display/card.tsx'
import { CopyButton } from '../../ui/display/copy.tsx'
import { lazyPart, lazyPopup } from '../../ui/display/lazy.tsx'
import { SkeletonRows } from '../../ui/display/skeleton.tsx'
import { Button } from '../../ui/input/button.tsx'
import { useData, useLoad } from '../../use-api.ts'
import { useWhyNot } from '../../use-why-not.ts'
import { instanceScope } from '../audit/activity-queries.ts'
import { measured } from '../timeseries/measured-queries.ts'
import { GuestCard } from './guest-card.tsx'
import { instanceExternalIps, instanceInterfaces, instanceNotes, instanceView } from './instance-queries.ts'
import { counterChart, stateChart } from './metrics/metric-data.ts'
import { MemoryFigure } from './memory-figure.tsx'
import { IpLink } from './networking/ip-link.tsx'
import { cpuQuery, useLastHour } from './shared/last-hour.ts'
import { Line } from './shared/line.tsx'
import { useSshCommand } from './shared/ssh-command.ts'
import { SshLine } from './shared/ssh-line.tsx'

const LastEvents = lazyPart(
  async () => (await import('../audit/last-events.lazy.tsx')).LastEvents,
  <SkeletonRows rows={5} columns={1} />,
)
const EditForm = lazyPopup(async () => (await import('./instance-edit.lazy.tsx')).InstanceEditForm)

interface At {
  project: string
  instance: string
}

export default function OverviewTab() {
  const { project = '', instance = '' } = useParams()
  const at = { project, instance }
  return (
    <div className="space-y-4">
      <Charts {...at} />
      <div className="grid items-start gap-4 min-[1100px]:grid-cols-2">
        <div className="min-w-0 space-y-4">
          <Reach {...at} />
          <GuestCard {...at} />
          <Notes {...at} />
        </div>
        <Card title="Last events" actions={<More to={paths.instanceActivity(at)}>All activity</More>}>
          <LastEvents scope={instanceScope(project, instance)} />
        </Card>
      </div>
    </div>
  )
}

function More({ to, children }: { to: string; children: string }) {
  return (
    <span className="my-2 text-sm">
      <TextLink to={to}>{children}</TextLink>
    </span>
  )
}

function Charts({ project, instance }: At) {
  const { id, runState } = useData(instanceView(project, instance))
  const countsTraffic = usePlatform()?.enforcesNetworks !== false
  return (
    <section aria-label="The last hour" className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      <CpuChart project={project} id={id} />
      {countsTraffic && (
        <RateChart
          project={project}
          title="Network"
          target="instance_network_interface"
          where={{ instance_id: id }}
          metrics={{ bytes_received: 'Received', bytes_sent: 'Sent' }}
        />
      )}
      <RateChart
        project={project}
        title="Disks"
        target="virtual_disk"
        where={{ attached_instance_id: id }}
        metrics={{ bytes_read: 'Read', bytes_written: 'Written' }}
      />
      <MemoryFigure project={project} instance={instance} id={id} isRunning={runState === 'running'} />
    </section>
  )
}

function CpuChart({ project, id }: { project: string; id: string }) {
  const { data } = useLoad(measured(project, { query: cpuQuery(id, useLastHour()), count: 'vcpuId' }))
  const chart = useMemo(() => data && stateChart(data, 'Running'), [data])
  return <SmallChart title="CPU" unit="%" data={chart} max={100} />
}

interface RateChartProps {
  project: string
  title: string
  target: string
  where: Record<string, string>
  /** the names of two counters of bytes */
  metrics: Record<string, string>
}

function RateChart({ project, title, target, where, metrics }: RateChartProps) {
  const range = useLastHour()
  const [[first = '', firstLabel = ''] = [], [second = '', secondLabel = ''] = []] = Object.entries(metrics)
  const queryOf = (metric: string) =>
    measured(project, {
      query: { metric: `${target}:${metric}`, range, where, groupBy: Object.keys(where).join() },
    })
  const one = useLoad(queryOf(first)).data
  const other = useLoad(queryOf(second)).data
  const chart = useMemo(() => {
    if (!one || !other) return undefined
    const charts = [counterChart(one, firstLabel, 'MiB/s'), counterChart(other, secondLabel, 'MiB/s')]
    const { times, values } = onSameTimes(
      charts.map(({ times: own, series }) => ({ times: [...own], values: [...(series[0]?.values ?? [])], count: 1 })),
    )
    const series = [firstLabel, secondLabel].map((label, at) => ({ label, values: values[at] ?? [] }))
    return { ...one.range, times, series }
  }, [one, other, firstLabel, secondLabel])
  return <SmallChart title={title} unit="MiB/s" data={chart} />
}

const kinds = { floating: 'Floating IP', ephemeral: 'Ephemeral IP', snat: 'Outgoing IP' }

function Reach(at: At) {
  const external = useData(instanceExternalIps(at.project, at.instance)).items
  const interfaces = useData(instanceInterfaces(at.project, at.instance)).items
  const { text, whyNot } = useSshCommand(at)
  return (
    <Card title="Addresses" actions={<More to={paths.instanceConnect(at)}>All ways to connect</More>}>
      <dl className="mb-4 space-y-1 text-sm">
        {external.map(({ ip, kind }) => (
          <Line key={`${kind} ${ip}`} name={kinds[kind]}>
            <IpLink ip={ip} />
          </Line>
        ))}
        {interfaces.map(({ id, name, ip }) => (
          <Line key={id} name={name}>
            <span className="inline-flex items-center gap-1 font-mono text-xs">
              {ip}
              <CopyButton text={ip} label={`Copy ${ip}`} />
            </span>
          </Line>
        ))}
      </dl>
      <SshLine text={text} whyNot={whyNot} />
      {whyNot && <p className="mt-2 text-sm text-muted">{whyNot}.</p>}
    </Card>
  )
}

function Notes({ project, instance }: At) {
  const answer = useData(instanceNotes(project, instance))
  const navigate = useNavigate()
  const whyNot = useWhyNot('instance_identity_update')
  const [isEditing, setEditing] = useState(false)
  if (answer.type !== 'success') return null
  const { notes } = answer.data
  return (
    <Card
      title="Notes"
      actions={
        <Button disabledReason={whyNot} onClick={() => setEditing(true)}>
          Edit notes
        </Button>
      }
    >
      {notes ? (
        <p className="text-sm whitespace-pre-wrap wrap-anywhere">{notes}</p>
      ) : (
        <p className="text-sm text-muted">No notes yet. Describe what the instance does and whom to ask.</p>
      )}
      {isEditing && (
        <EditForm
          project={project}
          name={instance}
          onRenamed={(name) => navigate(paths.instanceOverview({ project, instance: name }), { replace: true })}
          onClose={() => setEditing(false)}
        />
      )}
    </Card>
  )
}
