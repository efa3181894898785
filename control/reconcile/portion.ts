// Reads instances that hold a machine, by state and in batches: with 100,000 instances, a new request must not wait until all have
// been checked.
import type { InstanceState } from '#contract/instance-states.ts'
import type { MachineAt } from '#drivers/machines.ts'
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
): Promise<{ places: MachineAt[]; next: Walk | undefined }> {
  const places: MachineAt[] = []
  for (let state = states[0]; state !== undefined; state = states[0]) {
    const room = size - places.length
    const found = await db.read
      .selectFrom('instance')
      .select(['id', 'sled_id'])
      .where('run_state', '=', state)
      .where('id', '>', after)
      .orderBy('id')
      .limit(room)
      .execute()
    // an instance in one of these states has a sled
    places.push(...found.flatMap(({ id, sled_id }) => (sled_id === null ? [] : [{ id, sled_id }])))
    if (found.length === room) return { places, next: { states, after: found.at(-1)!.id } }
    states = states.slice(1)
    after = ''
  }
  return { places, next: undefined }
}
