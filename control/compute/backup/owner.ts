// Who writes to a repository: one installation, which leaves its mark there. A copy of an installation, or one that was taken for lost,
// must not remove what another one keeps.
import type { Host } from '../../frame/context.ts'
import { BackupProblem } from './backup-error.ts'
import type { Opened } from './repository.ts'

const PREFIX = 'owner-'

export const OTHER_OWNER = 'another installation uses the repository'

/** Undefined before a server has started on the database. */
async function ownMark(host: Pick<Host, 'db'>): Promise<string | undefined> {
  const row = await host.db.read.selectFrom('data_directory').select('id').executeTakeFirst()
  return row && PREFIX + row.id
}

/** The marks of other installations among the tags of a repository. */
export async function otherMarks(host: Pick<Host, 'db'>, tags: readonly string[]): Promise<string[]> {
  const own = await ownMark(host)
  return tags.filter((tag) => tag.startsWith(PREFIX) && tag !== own)
}

/** Rejects if another installation uses the repository. Must come before every change of it. */
export async function mustOwn(host: Pick<Host, 'db'>, opened: Opened, signal: AbortSignal): Promise<void> {
  const tags = await opened.engine.tags(opened.repository)
  if ((await otherMarks(host, tags)).length > 0)
    throw new BackupProblem('refused', `${OTHER_OWNER}: import it to take it over`)
  await mark(host, opened, tags, signal)
}

/** From now on the others may no longer write. */
export async function takeOver(host: Pick<Host, 'db'>, opened: Opened, signal: AbortSignal): Promise<void> {
  const tags = await opened.engine.tags(opened.repository)
  await mark(host, opened, tags, signal)
  const others = await otherMarks(host, tags)
  if (others.length > 0) await opened.engine.forget(opened.repository, others)
}

async function mark(
  host: Pick<Host, 'db'>,
  { engine, repository }: Opened,
  tags: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const own = await ownMark(host)
  if (own === undefined || tags.includes(own)) return
  const text = new TextEncoder().encode(own)
  const read = async function* () {
    yield text
  }
  await engine.store(repository, { tag: own, size: text.length, read }, { signal, onProgress: () => undefined })
}
