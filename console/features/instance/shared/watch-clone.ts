// Follows a clone, or an instance that is restored in the same way, in the tray.
import type { Model } from '#contract/client.ts'
import { isNotFound, seed, send } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import type { TaskState } from '../../../tasks.ts'
import { watchTask } from '../../../watch-task.ts'
import { instanceClone } from '../instance-queries.ts'

type Clone = Model<'InstanceClone'>

interface Watched {
  title: string
  project: string
  /** begins it anew after it has failed */
  again: () => Promise<Clone>
}

export function watchClone(clone: Clone, watched: Watched): void {
  const { id, name } = clone
  watchTask(instanceClone(id), {
    title: watched.title,
    to: paths.instanceOverview({ project: watched.project, instance: name }),
    stateOf: taskState,
    cancel: () => send('instance_clone_delete', { path: { clone: id } }),
    retry: () => retry(id, watched),
  })
}

function taskState({ state, percent, problem }: Clone): TaskState {
  if (state === 'done') return { phase: 'done' }
  if (state === 'failed') return { phase: 'failed', problem: problem ?? '' }
  if (state === 'undoing')
    return { phase: 'running', note: 'Removing the copies', whyNotCancel: 'The copies are already being removed.' }
  return { phase: 'running', note: 'Copying disks', percent }
}

async function retry(id: string, watched: Watched): Promise<void> {
  await send('instance_clone_delete', { path: { clone: id } }).catch((error: unknown) => {
    if (!isNotFound(error)) throw error
  })
  const clone = await watched.again()
  seed(instanceClone(clone.id), clone)
  watchClone(clone, watched)
}
