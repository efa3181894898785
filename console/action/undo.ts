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

interface Described {
  id: string
  name: string
  description: string
}

interface Edit<T extends Described> {
  /** capitalized: 'Floating IP' */
  noun: string
  before: T
  saved: T
  query: Query<T>
  /** besides the name and the description */
  edited?: readonly (keyof T)[]
  /** has a page, whose address has the name: a rename cannot be undone while it is open */
  hasPage?: boolean
  restore: (values: Pick<Described, 'name' | 'description'>) => Promise<unknown>
}

/** Undoes an edit of a resource. */
export function undoEdit<T extends Described>(edit: Edit<T>): Undo | undefined {
  const { noun, before, saved, query, edited = [], hasPage = false, restore } = edit
  if (hasPage && before.name !== saved.name) return undefined
  const fields: readonly (keyof T)[] = ['id', 'name', 'description', ...edited]
  const { name, description } = before
  return undoing({
    query,
    isStill: (now) => fields.every((field) => JSON.stringify(now[field]) === JSON.stringify(saved[field])),
    restore: () => restore({ name, description }),
    done: `${noun} ${name} restored`,
  })
}
