// Chooses a sled for an instance: it must accept new instances, have capacity, and satisfy the instance's groups. Only reads: the
// start writes the choice in the same transaction, so two instances can never take the same capacity.
import type { Queries } from '../db/database.ts'
import type { Ctx } from '../frame/context.ts'
import { insufficientCapacity, invalidRequest } from '../frame/errors.ts'
import { judge, type Judged, type Survey } from './placement-conditions.ts'
import { freeSleds, preferencesOf, type Asked, type Planned, type Sled } from './placement-sleds.ts'
import { whatIsMissing, whyHere, whyNotThere } from './placement-text.ts'

const refused = (why: string) => `Failed to place instance: ${why}`

export interface Choice {
  sled_id: string
  /** Why this sled. */
  reason: string
}

export interface Wish {
  /** The only sled that will do. */
  sled_id?: string | undefined
  /** The sled that it is to leave. */
  from_sled_id?: string | undefined
}

/** Throws if nothing fits, with the reasons. */
export async function place(ctx: Pick<Ctx, 'db'>, instance: Asked, wish: Wish = {}): Promise<Choice> {
  return chosen(await survey(ctx.db, instance, wish.from_sled_id), wish)
}

export function chosen({ question, judged }: Survey, { sled_id }: Wish = {}): Choice {
  const { required, forbidden } = question.preferences
  if (required.size > 1)
    throw invalidRequest(
      refused(`its affinity groups require ${required.size} sleds at once; stop the members that run apart`),
    )
  const [only] = required
  if (only !== undefined && forbidden.has(only))
    throw invalidRequest(refused('its affinity groups require the sled that its anti-affinity groups forbid'))
  const best = judged.find(({ fits, sled }) => fits && (sled_id === undefined || sled.id === sled_id))
  if (best) return { sled_id: best.sled.id, reason: whyHere(best, { question, judged }, sled_id !== undefined) }
  const wanted = judged.find(({ sled }) => sled.id === sled_id)
  throw insufficientCapacity(refused(wanted ? whyNotThere(wanted) : whatIsMissing({ question, judged })))
}

/** What stands for and against each sled in service. */
export async function survey(
  db: Queries,
  instance: Asked,
  from_sled_id: string | undefined,
  { sleds, planned }: { sleds?: readonly Sled[]; planned?: Planned } = {},
): Promise<Survey> {
  const preferences = await preferencesOf(db, instance.id, planned)
  const question = { instance, preferences, from_sled_id }
  const judged = (sleds ?? (await freeSleds(db))).map((sled) => judge(sled, question))
  const liking = ({ sled }: Judged) => preferences.preferred.get(sled.id) ?? 0
  // the emptiest of the preferred sleds; ties are broken by id, so that a retry makes the same choice
  judged.sort(
    (a, b) =>
      Number(b.fits) - Number(a.fits) ||
      liking(b) - liking(a) ||
      b.sled.threads - a.sled.threads ||
      b.sled.memory - a.sled.memory ||
      (a.sled.id < b.sled.id ? -1 : 1),
  )
  return { question, judged }
}
