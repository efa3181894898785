// Auto-restart and the affinity groups of an instance.
import { Split } from '@lucide/icons'
import { Icon } from '../../ui/display/icon.tsx'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { Model } from '#contract/client.ts'
import { seed } from '../../api.ts'
import { useData } from '../../use-api.ts'
import { useWhyNot } from '../../use-why-not.ts'
import { useCall } from '../../call.ts'
import { descriptionColumn, nameColumn, type ResourceColumn } from '../../table/columns.tsx'
import { isEligible } from './shared/instance-polling.ts'
import { asUpdate } from './shared/instance-update.ts'
import { useMe } from '../../me.ts'
import { paths } from '../../paths.ts'
import { usePlatform } from '../../platform.ts'
import {
  atInstance,
  instanceAffinityGroups,
  instanceAntiAffinityGroups,
  instanceView,
  type Instance,
} from './instance-queries.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Button } from '../../ui/input/button.tsx'
import { Card } from '../../ui/display/card.tsx'
import { TableCard } from '../../table/table-card.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { lazyPart } from '../../ui/display/lazy.tsx'
import { SkeletonRows } from '../../ui/display/skeleton.tsx'
import { Field } from '../../ui/input/field.tsx'
import { NativeSelect } from '../../ui/input/native-select.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { dateTimeText } from '../../util/time-text.ts'
import { untilText, type Policy } from './shared/auto-restart.ts'

const PlacementCard = lazyPart(
  async () => (await import('../migration/placement-card.lazy.tsx')).PlacementCard,
  <SkeletonRows rows={3} columns={1} />,
)

const ImportanceCard = lazyPart(
  async () => (await import('../failover/importance-card.lazy.tsx')).ImportanceCard,
  <SkeletonRows rows={2} columns={1} />,
)

type Group = Model<'AntiAffinityGroup'>

export default function SettingsTab() {
  const { project = '', instance: name = '' } = useParams()
  const instance = useData(instanceView(project, name))
  const isOurs = usePlatform() !== undefined
  const apart = useData(instanceAntiAffinityGroups(project, name)).items
  const seesSleds = useMe().isFleetViewer && isOurs
  const near = useData(instanceAffinityGroups(project, name)).items
  return (
    <div className="grid items-start gap-4 min-[1100px]:grid-cols-2">
      <div className="min-w-0 space-y-4">
        {/* keyed: a change made elsewhere replaces an unsaved choice */}
        <AutoRestartCard key={instance.autoRestartPolicy ?? ''} project={project} instance={instance} />
        {isOurs && <ImportanceCard id={instance.id} name={instance.name} />}
        {seesSleds && <PlacementCard id={instance.id} />}
      </div>
      <div className="min-w-0 space-y-4">
        <Groups
          title="Anti-affinity groups"
          text="Runs on a different sled from other members."
          groups={apart}
          to={({ name: group }) => paths.antiAffinityGroup({ project, group })}
        />
        <Groups
          title="Affinity groups"
          text="Runs on the same sled as other members."
          groups={near}
          to={({ name: group }) => paths.affinityGroup({ project, group })}
        />
      </div>
    </div>
  )
}

const policies = [
  { value: 'default', label: 'Default' },
  { value: 'never', label: 'Never' },
  { value: 'best_effort', label: 'Best effort' },
] as const

function AutoRestartCard({ project, instance }: { project: string; instance: Instance }) {
  const now: Policy | 'default' = instance.autoRestartPolicy ?? 'default'
  const [policy, choose] = useState(now)
  const whyNot = useWhyNot('instance_update')
  const save = useCall('instance_update', {
    onSuccess(saved) {
      seed(instanceView(project, instance.name), saved)
      toast(`Auto-restart policy of ${instance.name} changed`)
    },
    onError: (error) =>
      toast({ tone: 'error', title: 'Could not change the auto-restart policy', content: error.message }),
  })
  const submit = () =>
    save.mutate({
      ...atInstance(project, instance.name),
      body: asUpdate(instance, { autoRestartPolicy: policy === 'default' ? null : policy }),
    })
  return (
    <Card
      title="Auto-restart"
      text="Restart automatically after a failure."
      footer={
        <Button
          variant="primary"
          pending={save.isPending}
          disabledReason={whyNot ?? (policy === now ? 'Nothing has changed' : undefined)}
          onClick={submit}
        >
          Save
        </Button>
      }
    >
      <div className="space-y-4">
        <Field label="Policy" required help="Default: best effort.">
          <NativeSelect items={policies} value={policy} onChange={choose} />
        </Field>
        <Moment name="Cooldown expiration" help="No restart before this time.">
          {cooldownText(instance)}
        </Moment>
        <Moment name="Last auto-restarted" help="Last restart after a failure.">
          {instance.timeLastAutoRestarted && dateTimeText(instance.timeLastAutoRestarted)}
        </Moment>
      </div>
    </Card>
  )
}

function cooldownText(instance: Instance): string | undefined {
  const until = instance.autoRestartCooldownExpiration
  if (instance.runState !== 'failed' || !instance.autoRestartEnabled || !until) return undefined
  return `${dateTimeText(until)} (${isEligible(instance) ? 'restarting soon' : untilText(until, new Date())})`
}

function Moment({ name, help, children }: { name: string; help: string; children: string | null | undefined }) {
  return (
    <dl className="text-sm">
      <dt className="text-xs font-medium">{name}</dt>
      <dd className="text-xs text-muted">{help}</dd>
      <dd className="mt-0.5">{children || <span className="text-muted">N/A</span>}</dd>
    </dl>
  )
}

interface GroupsProps {
  title: string
  text: string
  groups: readonly Group[]
  to: (group: Group) => string
}

const policyColumn: ResourceColumn<Group> = {
  id: 'policy',
  header: 'Policy',
  text: ({ policy }) => policy,
  cell: ({ policy }) => <Badge>{policy}</Badge>,
}

function Groups({ title, text, groups, to }: GroupsProps) {
  const columns: ResourceColumn<Group>[] = [
    { ...nameColumn<Group>(to), sortable: false },
    descriptionColumn(),
    policyColumn,
  ]
  return (
    <TableCard
      title={title}
      text={text}
      columns={columns}
      rows={groups}
      rowKey={(group) => group.id}
      empty={<EmptyState icon={<Icon icon={Split} />} title="Not in any group" />}
    />
  )
}
