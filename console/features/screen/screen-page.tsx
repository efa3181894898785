// The screen page: the screen of an instance as large as the window, with a toolbar.
import { ArrowLeft, Camera, ClipboardPaste } from '@lucide/icons'
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { useParams } from 'react-router'
import { canInstance } from '#contract/instance-states.ts'
import { ConsoleTabs } from '../../frame/console-tabs.tsx'
import { Link } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { usePlatform } from '../../platform.ts'
import { usePolling } from '../../polling.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { lazyPart } from '../../ui/display/lazy.tsx'
import { Message } from '../../ui/display/message.tsx'
import { Button, buttonClass } from '../../ui/input/button.tsx'
import { Checkbox } from '../../ui/input/checkbox.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useData } from '../../use-api.ts'
import { useWhyNot } from '../../use-why-not.ts'
import { downloadBlob } from '../../util/csv.ts'
import { instanceView } from '../instance/instance-queries.ts'
import { InstanceStateBadge } from '../instance/shared/instance-state-badge.tsx'
import type { ScreenHandle } from './screen.lazy.tsx'

const Screen = lazyPart(async () => (await import('./screen.lazy.tsx')).Screen)

export default function ScreenPage() {
  const { project = '', instance: name = '' } = useParams()
  const query = instanceView(project, name)
  const isStarting = ['creating', 'starting'].includes(useData(query).runState)
  const poll = usePolling({ fast: 1000, slow: 0, busy: isStarting })
  const { runState } = useData(query, { poll: poll || false })
  const rack = usePlatform()
  const [screen, setScreen] = useState<ScreenHandle>()
  const [isFitted, setFitted] = useState(true)
  const [end, setEnd] = useState<string>()
  const [lastState, setLastState] = useState(runState)
  if (lastState !== runState) {
    setLastState(runState)
    // the old sled has ended the connection, and the machine has arrived on another
    if (lastState === 'migrating') setEnd(undefined)
  }
  const onEnd = useCallback((reason: string) => setEnd(reason || 'The connection was lost.'), [])
  useEffect(() => screen?.fit(isFitted), [screen, isFitted])
  const hasScreen = rack?.hasScreens === true
  const whyNot = useWhyNot('instance_screen', { project })
  const isOn = hasScreen && !whyNot && canInstance('screen', runState)
  return (
    <div className="flex h-full flex-col bg-page">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-raised px-3 py-2">
        <Link to={paths.instanceConnect({ project, instance: name })} className={buttonClass('ghost', 'sm')}>
          <Icon icon={ArrowLeft} />
          Back to instance
        </Link>
        <h1 className="min-w-0 truncate text-sm font-medium">{name}</h1>
        <InstanceStateBadge state={runState} />
        <ConsoleTabs project={project} instance={name} current="screen" />
        {screen && <Toolbar screen={screen} name={name} isFitted={isFitted} onFit={setFitted} />}
      </header>
      <main id="content" tabIndex={-1} className="relative min-h-0 grow overflow-auto outline-none">
        {isOn && end === undefined && <Screen project={project} instance={name} onReady={setScreen} onEnd={onEnd} />}
        {!hasScreen && (
          <Notice title="There is no screen">
            {rack
              ? 'The machines of this rack are simulated. They have a serial console only.'
              : 'This host has no screens.'}
          </Notice>
        )}
        {hasScreen && whyNot && <Notice title="Cannot connect">{whyNot}</Notice>}
        {hasScreen && !whyNot && !isOn && (
          <Notice title="Cannot connect yet">Start the instance to see its screen.</Notice>
        )}
        {isOn && end !== undefined && (
          <Notice
            title="Disconnected"
            action={
              <Button size="sm" onClick={() => setEnd(undefined)}>
                Connect again
              </Button>
            }
          >
            {end}
          </Notice>
        )}
      </main>
      {hasScreen && (
        <footer className="border-t border-line bg-raised px-3 py-2 text-sm">
          <output aria-label="Connection">
            <Badge lamp tone={screen ? 'success' : 'notice'} busy={isOn && end === undefined && !screen}>
              {screen ? 'connected' : isOn && end === undefined ? 'connecting' : 'disconnected'}
            </Badge>
          </output>
        </footer>
      )}
    </div>
  )
}

interface ToolbarProps {
  screen: ScreenHandle
  name: string
  isFitted: boolean
  onFit: (isFitted: boolean) => void
}

function Toolbar({ screen, name, isFitted, onFit }: ToolbarProps) {
  return (
    <div role="toolbar" aria-label="Screen" className="ml-auto flex flex-wrap items-center gap-2">
      <Checkbox checked={isFitted} onChange={({ target }) => onFit(target.checked)}>
        Fit to window
      </Checkbox>
      <Button
        size="sm"
        onClick={() => {
          screen.sendCtrlAltDel()
          screen.focus()
        }}
      >
        Ctrl+Alt+Del
      </Button>
      <Button size="sm" onClick={() => void paste(screen)}>
        <Icon icon={ClipboardPaste} />
        Type clipboard
      </Button>
      <Button size="sm" onClick={() => void save(screen, name)}>
        <Icon icon={Camera} />
        Screenshot
      </Button>
    </div>
  )
}

/** The guest has no clipboard of ours, so the text is typed. */
async function paste(screen: ScreenHandle): Promise<void> {
  try {
    const text = await navigator.clipboard.readText()
    screen.focus()
    await screen.type(text)
  } catch {
    toast({ tone: 'error', content: 'The browser blocked clipboard access.' })
  }
}

async function save(screen: ScreenHandle, name: string): Promise<void> {
  const picture = await screen.picture()
  if (picture) downloadBlob(`${name}-screen.png`, picture)
}

function Notice({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="absolute inset-0 flex items-center justify-center p-4">
      <div className="w-[28rem] max-w-full">
        <Message tone="notice" title={title} action={action}>
          {children}
        </Message>
      </div>
    </div>
  )
}
