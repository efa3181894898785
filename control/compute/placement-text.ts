// Says why an instance runs where it does, or why nowhere and what would make it fit. Users read refusals too, who cannot see sleds, so
// these name none.
import { GIB } from '#contract/limits.ts'
import { countReasons, vcpus, type Judged, type Survey } from './placement-conditions.ts'

/** A sentence. */
export function whyHere({ sled }: Judged, { question, judged }: Survey, isAsked: boolean): string {
  if (isAsked) return 'An operator chose this sled.'
  const { required, preferred } = question.preferences
  if (required.has(sled.id)) return 'Its affinity groups require this sled.'
  const others = judged.filter((each) => each.sled.id !== question.from_sled_id)
  const fitting = others.filter(({ fits }) => fits)
  if (others.length === 1) return question.from_sled_id ? 'It is the only other sled.' : 'It is the only sled.'
  if (fitting.length === 1) return `It was the only one of ${others.length} sleds that could take the instance.`
  const liked = preferred.get(sled.id) ?? 0
  if (liked > 0) return 'Members of its affinity groups run here.'
  const none = `Of the ${fitting.length} sleds that could take the instance, none had more free vCPUs: ${sled.threads}.`
  const isApart = fitting.some((each) => (preferred.get(each.sled.id) ?? 0) < liked)
  return isApart ? `Other sleds run more members of its anti-affinity groups. ${none}` : none
}

export const whyNotThere = ({ sled, blocking }: Judged) =>
  `sled ${sled.serial} cannot take it: ${blocking.map(({ text }) => text).join('; ')}`

/** Goes on from a colon. */
export function whatIsMissing({ question, judged }: Survey): string {
  const { instance, preferences, from_sled_id } = question
  const wanted = `${vcpus(instance.ncpus)} and ${instance.memory / GIB} GiB of memory`
  const isMove = from_sled_id !== undefined
  const isBound = preferences.required.size > 0
  if (isMove && isBound && preferences.required.has(from_sled_id))
    return 'its affinity groups require it to stay with their members; it could move if it left them, or if they stopped'
  const candidates = judged.filter(
    ({ sled }) => sled.id !== from_sled_id && (!isBound || preferences.required.has(sled.id)),
  )
  if (candidates.length === 0) return noSled(isBound, isMove)
  const scope = isBound
    ? 'the sled that its affinity groups require'
    : candidates.length === 1
      ? `the only ${isMove ? 'other ' : ''}sled`
      : `any of ${candidates.length} ${isMove ? 'other ' : ''}sleds`
  return `${wanted} do not fit on ${scope}: ${countReasons(candidates).join(', ')}; ${remedyOf(candidates)}`
}

function noSled(isBound: boolean, isMove: boolean): string {
  if (isBound) return 'the sled that its affinity groups require is not in service'
  return isMove ? 'no other sled is in service' : 'no sled is in service'
}

const unmet = ({ verdicts }: Judged) => verdicts.filter(({ fits }) => !fits)

/** What is missing on the sled that needs the least. */
function remedyOf(candidates: readonly Judged[]): string {
  const [closest] = [...candidates].sort(
    (a, b) => unmet(a).length - unmet(b).length || b.sled.threads - a.sled.threads || b.sled.memory - a.sled.memory,
  )
  const where = candidates.length === 1 ? '' : ' on one of them'
  const changes = unmet(closest!).map(({ remedy }) => remedy)
  return `it would fit${where} if ${changes.join(' and ')}`
}
