// Undoes a change with an ordinary write, unless someone else has changed it since.
import type { Query } from '../api.ts'
import type { Undo } from '../ui/overlay/toast.ts'

interface Undoing<T> {
  query: Query<T>
  /** whether it is as the change left it */
  isStill: (now: T) => boolean
  restore: (now: T) => Promise<unknown>
  /** what is said when it is undone */
  done: string
}

export const undoing =
  <T>({ query, isStill, restore, done }: Undoing<T>): Undo =>
  async () => {
    const now = await query.fetch(new AbortController().signal)
    if (!isStill(now)) throw new Error('Someone else has changed it since, so it stays as it is.')
    await restore(now)
    return done
  }
