// Where the instances of a sled would go, one after the other: each takes room that the next ones do not have.
import { chosen, survey } from '../compute/placement.ts'
import { freeSleds } from '../compute/placement-sleds.ts'
import type { Queries } from '../db/database.ts'
import { Failure } from '../frame/errors.ts'

export async function planDrain(db: Queries, sled_id: string) {
  const rows = await db
    .selectFrom('instance')
    .innerJoin('project', 'project.id', 'instance.project_id')
    .innerJoin('silo', 'silo.id', 'instance.silo_id')
    .select(['instance.id', 'instance.name', 'instance.ncpus', 'instance.memory'])
    .select(['project.name as project_name', 'silo.name as silo_name'])
    .where('instance.sled_id', '=', sled_id)
    .orderBy('instance.memory', 'desc')
    .orderBy('instance.ncpus', 'desc')
    .orderBy('instance.id')
    .execute()
  const planned = new Map<string, string>()
  const sleds = await freeSleds(db)
  const plan = []
  for (const { id, name, ...row } of rows) {
    const { ncpus, memory } = row
    const going = whereTo(await survey(db, { id, ncpus, memory }, sled_id, { sleds, planned }))
    const target = sleds.find((sled) => sled.id === going.to_sled_id)
    if (target) {
      planned.set(id, target.id)
      target.threads -= ncpus
      target.memory -= memory
    }
    plan.push({ instance_id: id, instance_name: name, ...row, ...going })
  }
  return plan
}

function whereTo(found: Parameters<typeof chosen>[0]): { to_sled_id: string | null; reason: string } {
  try {
    const { sled_id, reason } = chosen(found)
    return { to_sled_id: sled_id, reason }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { to_sled_id: null, reason: error.message }
  }
}
