// The panel of the tasks tray: each task with its progress, outcome and actions.
import { Check, CircleX, Ban } from '@lucide/icons'
import type { ReactNode } from 'react'
import { allTasks, clearFinishedTasks, removeTask, retryTask, type Task, type TaskState } from '../tasks.ts'
import { Icon } from '../ui/display/icon.tsx'
import { Progress } from '../ui/page/progress.tsx'
import { Spinner } from '../ui/display/spinner.tsx'
import { Button } from '../ui/input/button.tsx'
import { TextLink } from './link.tsx'
import { useStore } from '../util/use-store.ts'

export function TasksPanel({ onClose }: { onClose: () => void }) {
  const tasks = useStore(allTasks)
  return (
    <div className="w-80 max-w-full">
      <div className="mb-2 flex min-h-7 items-center justify-between gap-2">
        <h2 className="font-medium">Tasks</h2>
        {tasks.some(({ state }) => state.phase !== 'running') && (
          <Button size="sm" variant="ghost" onClick={clearFinishedTasks}>
            Clear finished
          </Button>
        )}
      </div>
      <ul className="divide-y divide-line">
        {tasks.map((task) => (
          <TaskRow key={task.id} task={task} onClose={onClose} />
        ))}
      </ul>
    </div>
  )
}

const icons: Record<TaskState['phase'], ReactNode> = {
  running: <Spinner size="sm" label="" />,
  done: <Icon icon={Check} className="text-success" aria-hidden />,
  failed: <Icon icon={CircleX} className="text-danger" aria-hidden />,
  canceled: <Icon icon={Ban} className="text-muted" aria-hidden />,
}
const words: Record<TaskState['phase'], string> = {
  running: 'Running',
  done: 'Finished',
  failed: 'Failed',
  canceled: 'Canceled',
}

function TaskRow({ task, onClose }: { task: Task; onClose: () => void }) {
  const { id, title, to, cancel, retry, state } = task
  const { phase, note, percent, problem, whyNotCancel } = state
  const isRunning = phase === 'running'
  return (
    <li aria-label={title} className="flex gap-2.5 py-2.5 [&_svg]:size-4">
      <span className="flex h-5 w-4 shrink-0 items-center justify-center">{icons[phase]}</span>
      <div className="min-w-0 grow space-y-1">
        <p className="font-medium wrap-anywhere">
          {to ? (
            <TextLink to={to} onClick={onClose}>
              {title}
            </TextLink>
          ) : (
            title
          )}
        </p>
        {isRunning && <Progress label={title} {...(percent !== undefined && { value: percent })} />}
        <p className="text-xs text-muted tabular-nums">{note ?? words[phase]}</p>
        {problem && <p className="text-xs wrap-anywhere text-danger">{problem}</p>}
        <div className="flex gap-2">
          {isRunning && cancel && (
            <Button
              size="sm"
              disabledReason={whyNotCancel}
              onClick={() => {
                // the action may open a dialog, which this panel would cover
                onClose()
                cancel()
              }}
            >
              Cancel
            </Button>
          )}
          {phase !== 'running' && phase !== 'done' && retry && (
            <Button size="sm" onClick={() => retryTask(task)}>
              Try again
            </Button>
          )}
          {!isRunning && (
            <Button size="sm" variant="ghost" onClick={() => removeTask(id)}>
              Dismiss
            </Button>
          )}
        </div>
      </div>
    </li>
  )
}
