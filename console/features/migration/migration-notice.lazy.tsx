// While an instance moves: how far it is, for those who may see sleds.
import { apiAction } from '../../action/action.tsx'
import { ActionButton } from '../../frame/action-button.tsx'
import { useMe } from '../../me.ts'
import { Message } from '../../ui/display/message.tsx'
import { Progress } from '../../ui/page/progress.tsx'
import { useLoad } from '../../use-api.ts'
import { gibText } from '../../util/format.ts'
import { first1000Sleds } from '../sled/sled-queries.ts'
import { instanceMigration } from './migration-queries.ts'
import { movedPercent, PROGRESS_INTERVAL_MS } from './migration-task.ts'

export interface MigrationNoticeProps {
  instance: { id: string; name: string }
}

export function MigrationNotice({ instance }: MigrationNoticeProps) {
  return useMe().isFleetViewer ? (
    <Moving instance={instance} />
  ) : (
    <Message title="Moving to another sled">The instance keeps running. An operator started this.</Message>
  )
}

function Moving({ instance: { id, name } }: MigrationNoticeProps) {
  const { data } = useLoad(instanceMigration(id), { poll: PROGRESS_INTERVAL_MS, optional: true })
  const sleds = useLoad(first1000Sleds()).data?.items ?? []
  const serialOf = (sledId: string) => sleds.find((sled) => sled.id === sledId)?.baseboard.serial ?? 'another sled'
  const percent = data?.state === 'running' ? movedPercent(data) : undefined
  const cancel = apiAction({
    label: 'Cancel migration',
    operation: 'instance_migration_cancel',
    params: { path: { instance: id } },
    whyNot: data?.isCancelled ? 'The migration is already being canceled' : undefined,
    done: `Canceling the migration of ${name}`,
  })
  return (
    <Message
      title={data ? `Moving from ${serialOf(data.fromSledId)} to ${serialOf(data.toSledId)}` : 'Moving to another sled'}
      action={<ActionButton action={cancel} />}
    >
      <div className="mt-1 max-w-md space-y-1">
        <Progress label={`Migration of ${name}`} {...(percent !== undefined && { value: percent })} />
        <p className="text-muted tabular-nums">
          {data && percent !== undefined
            ? `${gibText(data.total - data.remaining)} of ${gibText(data.total)} of memory copied`
            : 'The instance keeps running.'}
        </p>
      </div>
    </Message>
  )
}
