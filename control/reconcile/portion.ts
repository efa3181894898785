// Reads instances by state in batches: with 100,000 instances, a new request must not wait until all have been checked.
import type { InstanceState } from '#contract/instance-states.ts'
import type { Host } from '../frame/context.ts'

/** Progress of a walk over all instances in these states. */
export interface Walk {
  states: readonly InstanceState[]
  after: string
}

export const walkOver = (states: readonly InstanceState[]): Walk => ({ states, after: '' })

/** Without `next`, this was the last batch. Rows that appear behind the walk are found by the next walk. */
export async function portion(
  { db }: Host,
  { states, after }: Walk,
  size: number,
): Promise<{ ids: string[]; next: Walk | undefined }> {
  const ids: string[] = []
  for (let state = states[0]; state !== undefined; state = states[0]) {
    const room = size - ids.length
    const found = await db.read
      .selectFrom('instance')
      .select('id')
      .where('run_state', '=', state)
      .where('id', '>', after)
      .orderBy('id')
      .limit(room)
      .execute()
    ids.push(...found.map((row) => row.id))
    if (found.length === room) return { ids, next: { states, after: found.at(-1)!.id } }
    states = states.slice(1)
    after = ''
  }
  return { ids, next: undefined }
}
