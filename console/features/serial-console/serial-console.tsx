// The serial console page, with the terminal as large as the window.
import { ArrowLeft } from '@lucide/icons'
import { Icon } from '../../ui/display/icon.tsx'
import { useEffect, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { canInstance, instanceTransitional, type InstanceState } from '#contract/instance-states.ts'
import { useData } from '../../use-api.ts'
import { useWhyNot } from '../../use-why-not.ts'
import { CliCommand, serialConsoleCommand } from '../../action/cli-command.tsx'
import { ConsoleTabs } from '../../frame/console-tabs.tsx'
import { Link } from '../../frame/link.tsx'
import { useLoginName } from '../instance/shared/login-name.ts'
import { InstanceStateBadge } from '../instance/shared/instance-state-badge.tsx'
import { isPreview } from '../../host.ts'
import { usePolling } from '../../polling.ts'
import { paths } from '../../paths.ts'
import { instanceView } from '../instance/instance-queries.ts'
import { Badge, type Tone } from '../../ui/display/badge.tsx'
import { Button, buttonClass } from '../../ui/input/button.tsx'
import { NativeSelect } from '../../ui/input/native-select.tsx'
import { Message } from '../../ui/display/message.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { Spinner } from '../../ui/display/spinner.tsx'
import { dateTimeText } from '../../util/time-text.ts'
import { consoleRunList } from './console-run-queries.ts'
import { RecordedNotice } from './recorded-notice.tsx'
import { SerialToolbar } from './serial-toolbar.tsx'
import { Terminal } from './terminal.tsx'
import { useRecordedRun, type ConsoleRun } from './use-recorded-run.ts'
import { useSerialConsole, type Shown } from './use-serial-console.ts'

const reachable = (state: InstanceState) => canInstance('serial_console', state)

/** The policy comes with the document: a user who navigated here from another page still has that page's policy. */
const needsFreshPage = () => {
  const [navigation] = performance.getEntriesByType('navigation')
  return !isPreview && navigation !== undefined && !new URL(navigation.name).pathname.endsWith('/serial-console')
}

export default function SerialConsolePage() {
  const { project = '', instance: name = '' } = useParams()
  const [stale] = useState(needsFreshPage)
  useEffect(() => {
    if (stale) location.reload()
  }, [stale])
  return (
    <div className="flex h-full flex-col bg-page">
      {stale ? (
        <Waiting text="Opening the serial console" />
      ) : (
        <Console key={`${project}/${name}`} project={project} name={name} />
      )}
    </div>
  )
}

function Console({ project, name }: { project: string; name: string }) {
  const query = instanceView(project, name)
  const starting = ['creating', 'starting'].includes(useData(query).runState)
  const poll = usePolling({ fast: 1000, slow: 0, busy: starting })
  const { runState } = useData(query, { poll: poll || false })
  // who may only look reads the output of earlier runs
  const whyNot = useWhyNot('serial_stream', { project })
  const canConnect = reachable(runState) && !whyNot
  const { shown, line, view } = useSerialConsole({ project, name, wanted: canConnect })
  const answer = useData(consoleRunList(project, name))
  const runs = answer.type === 'success' ? answer.data.items.filter(({ timeEnded }) => timeEnded) : []
  const [search] = useSearchParams()
  const [chosen, choose] = useState(search.get('run') ?? undefined)
  // live output, or output received on this page, comes first
  const isLive = reachable(runState) || shown.kind !== 'nothing'
  const run = runs.find(({ generation }) => String(generation) === chosen) ?? (chosen || isLive ? undefined : runs[0])
  const user = useLoginName(project, name)
  const recorded = useRecordedRun({ project, name, generation: run?.generation })
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-raised px-3 py-2">
        <Link
          to={paths.instanceConnect({ project, instance: name })}
          className={buttonClass('ghost', 'sm')}
          id="leave-terminal"
        >
          <Icon icon={ArrowLeft} />
          Back to instance
        </Link>
        <h1 className="min-w-0 truncate text-sm font-medium">{name}</h1>
        <InstanceStateBadge state={runState} />
        <ConsoleTabs project={project} instance={name} current="serial" />
        {runs.length > 0 && (
          <div className="w-72 max-w-full">
            <NativeSelect
              aria-label="Output"
              value={run ? String(run.generation) : LIVE}
              onChange={choose}
              items={[{ value: LIVE, label: 'Live' }, ...runs.map(runItem)]}
            />
          </div>
        )}
        {run ? (
          <SerialToolbar key={run.generation} view={recorded.view} name={`${name}-run-${run.generation}`} isReadOnly />
        ) : (
          <SerialToolbar view={view} name={name} />
        )}
      </header>
      {run && <RecordedNotice run={run} isError={recorded.isError} state={runState} />}
      <main id="content" tabIndex={-1} className="relative min-h-0 grow outline-none">
        {/* stays mounted while a record is shown, so that no output is missed meanwhile */}
        <div className={run && 'invisible'}>
          <Terminal {...view.props} />
        </div>
        {run && <Terminal key={run.generation} {...recorded.props} />}
        {!run && shown.kind === 'nothing' && !canConnect && <Unreachable state={runState} whyNot={whyNot} />}
        {!run && shown.kind === 'connecting' && !view.hasData() && canConnect && (
          <Waiting text="Connecting to the serial console" />
        )}
      </main>
      <footer className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-raised px-3 py-2 text-sm">
        <CliCommand parts={serialConsoleCommand(project, name)} />
        <Status shown={shown} whyNot={whyNot} onRetry={line.retry} />
        {user && <span>Log in as {user}.</span>}
        <span className="ml-auto hidden text-xs text-muted md:inline">
          Shift+Esc leaves the terminal, Ctrl+Shift+C copies, Ctrl+Shift+V pastes, Ctrl+Shift+F searches
        </span>
      </footer>
    </>
  )
}

const LIVE = 'live'

const runItem = ({ generation, timeEnded, endState }: ConsoleRun) => ({
  value: String(generation),
  label: `Run ${generation}, ${endState} ${timeEnded ? dateTimeText(timeEnded) : ''}`,
})

const tones: Record<Shown['kind'], Tone> = {
  nothing: 'neutral',
  connecting: 'notice',
  waiting: 'notice',
  connected: 'success',
  ended: 'notice',
  error: 'danger',
}

const words: Record<Shown['kind'], string> = {
  nothing: 'disconnected',
  connecting: 'connecting',
  waiting: 'disconnected',
  connected: 'connected',
  ended: 'disconnected',
  error: 'error',
}

interface StatusProps {
  shown: Shown
  whyNot: string | undefined
  onRetry: () => void
}

function Status({ shown, whyNot, onRetry }: StatusProps) {
  const retry = (label: string) => (
    <Button size="sm" onClick={onRetry}>
      {label}
    </Button>
  )
  return (
    <output aria-label="Connection" className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <Badge lamp tone={tones[shown.kind]} busy={shown.kind === 'connecting'}>
        {words[shown.kind]}
      </Badge>
      {shown.kind === 'waiting' && (
        <>
          <span>The connection was lost; trying again in {shown.seconds} s.</span>
          {retry('Try now')}
        </>
      )}
      {shown.kind === 'ended' && <span>{ending(shown.reason)} The console reconnects when the instance runs.</span>}
      {shown.kind === 'error' && (
        <>
          <span className="text-danger">{whyNot ?? sentence(shown.reason)}</span>
          {!whyNot && retry('Try again')}
        </>
      )}
    </output>
  )
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`
const ending = (reason: string) => (reason === 'VM stopped' ? 'The instance has stopped.' : sentence(reason))

function Unreachable({ state, whyNot }: { state: InstanceState; whyNot: string | undefined }) {
  const passing = instanceTransitional.includes(state) && state !== 'stopping'
  return (
    <div className="absolute inset-0 flex items-center justify-center p-4">
      <div className="w-[28rem] max-w-full">
        {whyNot ? (
          <Message tone="notice" title="Cannot connect">
            {whyNot}
          </Message>
        ) : (
          <Message tone={passing ? 'info' : 'notice'} title="Cannot connect yet">
            <p className="flex flex-wrap items-center gap-1.5">
              The instance is <InstanceStateBadge state={state} />
            </p>
            <p className="mt-1 flex items-center gap-2 text-muted">
              {passing && <Spinner size="sm" label="" />}
              {passing ? 'Waiting for it to start.' : 'Start the instance to connect.'}
            </p>
          </Message>
        )}
      </div>
    </div>
  )
}

function Waiting({ text }: { text: string }) {
  return (
    <div className="absolute inset-0 bg-page p-4">
      <div className="animate-pulse space-y-2" aria-hidden>
        {['w-1/3', 'w-1/2', 'w-2/5', 'w-1/4'].map((width) => (
          <Skeleton key={width} className={`h-3 ${width}`} />
        ))}
      </div>
      <p className="mt-4 flex items-center gap-2 text-sm text-muted">
        <Spinner label="" /> {text}
      </p>
    </div>
  )
}
