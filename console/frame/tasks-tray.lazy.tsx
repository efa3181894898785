// The button of the tasks tray, shown while there are tasks, with the number running or failed. The panel loads when opened.
import { ListChecks } from '@lucide/icons'
import { allTasks } from '../tasks.ts'
import { useStore } from '../util/use-store.ts'
import { cx } from '../ui/display/cx.ts'
import { Icon } from '../ui/display/icon.tsx'
import { lazyPopup } from '../ui/display/lazy.tsx'
import { PopoverButton } from '../ui/overlay/popover.tsx'

const TasksPanel = lazyPopup(async () => (await import('./tasks-panel.lazy.tsx')).TasksPanel)

export function TasksTray() {
  const tasks = useStore(allTasks)
  const count = (phase: string) => tasks.filter(({ state }) => state.phase === phase).length
  const [running, failed] = [count('running'), count('failed')]
  const words = [running > 0 && `${running} running`, failed > 0 && `${failed} failed`].filter(Boolean).join(', ')
  return (
    <>
      <output className="sr-only">{tasks.length > 0 && `Tasks: ${words || 'all finished'}`}</output>
      {tasks.length > 0 && (
        <PopoverButton
          label={words ? `Tasks: ${words}` : 'Tasks'}
          trigger={
            <>
              <Icon icon={ListChecks} />
              {words && (
                <span
                  aria-hidden
                  className={cx(
                    'absolute -top-0.5 -right-0.5 min-w-4 rounded-full px-1 text-[0.625rem] leading-4 tabular-nums',
                    failed > 0 ? 'bg-danger-button text-on-solid' : 'bg-accent-fill text-on-solid',
                  )}
                >
                  {failed || running}
                </span>
              )}
            </>
          }
        >
          {(close) => <TasksPanel onClose={close} />}
        </PopoverButton>
      )}
    </>
  )
}
