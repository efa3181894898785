// Instances by state, a portion at a time: with a hundred thousand of them whoever just asked for something must not wait
// until all have been looked at.
import type { InstanceState } from '#contract/instance-states.ts'
import type { Host } from '../frame/context.ts'

/** How far a walk over all instances in these states has come. */
export interface Walk {
  states: readonly InstanceState[]
  after: string
}

export const walkOver = (states: readonly InstanceState[]): Walk => ({ states, after: '' })

/** Without `next` that was the last one. Rows that come up behind the walk are found by the next walk. */
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
