// The run state of an instance and, if it failed, whether it will restart automatically.
import { RefreshCcw } from '@lucide/icons'
import { Icon } from '../../../ui/display/icon.tsx'
import type { ReactNode } from 'react'
import { instanceTransitional } from '#contract/instance-states.ts'
import { GuideLink } from '../../../frame/guide-link.tsx'
import type { Instance } from '../instance-queries.ts'
import { isEligible } from '../shared/instance-polling.ts'
import { TextLink } from '../../../frame/link.tsx'
import { InstanceStateBadge } from '../shared/instance-state-badge.tsx'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { TimeAgo, useNow } from '../../../ui/display/dates.tsx'
import { PopoverButton } from '../../../ui/overlay/popover.tsx'
import { Spinner } from '../../../ui/display/spinner.tsx'
import { Tooltip } from '../../../ui/overlay/tooltip.tsx'
import { policyText, restartText, untilText } from '../shared/auto-restart.ts'

interface RunStateProps {
  project: string
  instance: Instance
}

export function RunState({ project, instance }: RunStateProps) {
  const { runState, timeRunStateUpdated } = instance
  const passing = instanceTransitional.includes(runState)
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Tooltip content={passing && 'This usually takes a few seconds.'}>
        <span>
          <InstanceStateBadge state={runState} />
        </span>
      </Tooltip>
      <span className="text-xs text-muted">
        <TimeAgo value={timeRunStateUpdated} caption="Run state updated" />
      </span>
      {runState === 'failed' && <AutoRestartChip project={project} instance={instance} />}
    </span>
  )
}

function AutoRestartChip({ project, instance }: RunStateProps) {
  const { chip } = restartText(instance, useNow())
  return (
    <PopoverButton
      label={chip}
      size="sm"
      align="start"
      trigger={
        <>
          <Icon icon={RefreshCcw} />
          {chip}
        </>
      }
    >
      <AutoRestart project={project} instance={instance} />
    </PopoverButton>
  )
}

function AutoRestart({ project, instance }: RunStateProps) {
  const { autoRestartEnabled: enabled, autoRestartCooldownExpiration: cooldown, autoRestartPolicy, name } = instance
  const now = useNow()
  const soon = isEligible(instance, now)
  return (
    <div className="w-72 max-w-full space-y-3 text-sm">
      <dl className="space-y-2">
        <Row name="Auto-restart">
          <Badge>{enabled ? 'Enabled' : 'Disabled'}</Badge>
        </Row>
        <Row name="Policy">
          <TextLink to={paths.instanceSettings({ project, instance: name })}>{policyText(autoRestartPolicy)}</TextLink>
        </Row>
        {enabled && cooldown && (
          <Row name="Cooldown">
            {soon ? (
              <span className="flex items-center gap-1.5">
                <Spinner size="sm" label="" /> Restarting soon
              </span>
            ) : (
              `Waiting (${untilText(cooldown, now)})`
            )}
          </Row>
        )}
      </dl>
      <p className="text-muted">
        {restartText(instance, now).text} <GuideLink guide="instance-actions">About auto-restart</GuideLink>
      </p>
    </div>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-center gap-3">
      <dt className="w-24 shrink-0 text-xs text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
