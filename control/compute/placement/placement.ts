// Chooses a sled for an instance: it must accept new instances, have capacity, and satisfy the instance's groups. Only reads: the
// start writes the choice in the same transaction, so two instances can never take the same capacity.
import { ARCHITECTURE_NAMES } from '#contract/architecture-names.ts'
import type { Queries } from '../../db/database.ts'
import type { Ctx } from '../../frame/context.ts'
import { insufficientCapacity, invalidRequest } from '../../frame/errors.ts'
import type { InstanceRow } from '../../frame/find-instance.ts'
import { architectureOf, runs } from '../instance-architecture.ts'
import { judge, type Judged, type Question, type Survey } from './placement-conditions.ts'
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
  /** What the instance holds now, which is free by the time it is placed. */
  held?: InstanceRow | undefined
}

/** Throws if nothing fits, with the reasons. */
export async function place(ctx: Pick<Ctx, 'db'>, instance: Asked, wish: Wish = {}): Promise<Choice> {
  const sleds = (await freeSleds(ctx.db)).map((sled) =>
    wish.held?.sled_id === sled.id ? without(sled, wish.held) : sled,
  )
  return chosen(await survey(ctx.db, instance, wish.from_sled_id, { sleds }), wish)
}

const without = (sled: Sled, { ncpus, memory }: Asked): Sled => ({
  ...sled,
  threads: sled.threads + ncpus,
  memory: sled.memory + memory,
})

export function chosen({ question, judged }: Survey, { sled_id }: Wish = {}): Choice {
  const { required, forbidden } = question.preferences
  if (required.size > 1)
    throw invalidRequest(
      refused(`its affinity groups require ${required.size} sleds at once; stop the members that run apart`),
    )
  const [only] = required
  if (only !== undefined && forbidden.has(only))
    throw invalidRequest(refused('its affinity groups require the sled that its anti-affinity groups forbid'))
  const { architecture } = question
  if (architecture && judged.length > 0 && !judged.some(({ sled }) => runs(sled.architectures, architecture)))
    throw insufficientCapacity(refused(`it is made for ${ARCHITECTURE_NAMES[architecture]}, and no sled runs that`))
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
  const architecture = await architectureOf(db, instance.id)
  const question = { instance, preferences, from_sled_id, architecture }
  return { question, judged: judgeAll(sleds ?? (await freeSleds(db)), question) }
}

/** The best ones first. Pure. */
export function judgeAll(sleds: readonly Sled[], question: Question): Judged[] {
  const { preferences, architecture } = question
  const judged = sleds.map((sled) => judge(sled, question))
  const liking = ({ sled }: Judged) => preferences.preferred.get(sled.id) ?? 0
  // native guests need no emulation
  const isNative = ({ sled }: Judged) =>
    Number(architecture === null || architecture === (sled.architectures?.[0] ?? architecture))
  // the emptiest of the preferred sleds; ties are broken by id, so that a retry makes the same choice
  judged.sort(
    (a, b) =>
      Number(b.fits) - Number(a.fits) ||
      liking(b) - liking(a) ||
      isNative(b) - isNative(a) ||
      b.sled.threads - a.sled.threads ||
      b.sled.memory - a.sled.memory ||
      (a.sled.id < b.sled.id ? -1 : 1),
  )
  return judged
}
