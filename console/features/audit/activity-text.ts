// Activity in English: "admin rebooted web-1", "canary failed: stopped answering".
import type { ActivityEvent, AuditEvent } from './audit-queries.ts'
import { signingOf } from './audit-people.ts'
import { isRefused } from './audit-result-badge.tsx'
import { aboutTarget, phraseOf, refusalOf } from './operation-text.ts'

interface Part {
  text: string
  /** Whether it is the name of a user or a resource. */
  isName?: boolean
}

export type Sentence = readonly Part[]

const name = (text: string): Part => ({ text, isName: true })

/** Members of a silo do not see the names of operators. */
export function actorOf(event: ActivityEvent, ownSilo: string): Part {
  const { actorName, actorId, actorSiloId } = event
  if (actorName) return name(actorName)
  const user = signingOf(event)?.user
  if (user) return name(user)
  if (actorSiloId !== null && actorSiloId !== ownSilo) return { text: 'An operator' }
  return { text: actorId ? 'A deleted user' : 'Someone' }
}

/** What was requested, without who did it: "rebooted web-1". */
export function deedOf(event: AuditEvent | ActivityEvent): Sentence {
  const said = phraseOf(event.operation ?? '')
  const isRefusal = isRefused(event)
  const phrase = aboutTarget(isRefusal ? refusalOf(said) : said, event.targetName)
  // only refusals are repeated; a success has as many pieces
  const count = event.repeats > 1 ? ` (${event.repeats} ${isRefusal ? 'times' : 'pieces'})` : ''
  return [{ text: phrase.before }, name(phrase.name), { text: phrase.after + count }]
}

export const requestedOf = (event: ActivityEvent, actor: Part): Sentence => [actor, { text: ' ' }, ...deedOf(event)]

type Outcome = NonNullable<ActivityEvent['outcome']>

const outcomes: Record<Outcome, string> = {
  failed: 'failed',
  faulted: 'is faulted',
  not_resized: 'kept its size',
  not_restored: 'did not go back to a point in time',
  ready: 'is ready',
  rebooted: 'rebooted itself',
  removed: 'was removed for good',
  resized: 'starts with its new size',
  restored: 'went back to a point in time',
  restarted: 'was restarted automatically',
  moved: 'moved to another sled',
  not_moved: 'did not move to another sled',
  shut_down: 'shut itself down',
}

const subjects: Record<string, string> = {
  disk: 'Disk ',
  snapshot: 'Snapshot ',
  image: 'Image ',
  image_upload: 'The upload of image ',
  instance_clone: 'The clone ',
}

export function happenedOf(event: ActivityEvent & { outcome: Outcome }): Sentence {
  const { noun, outcome, reason } = event
  const target = event.targetName ?? ''
  // reasons of a driver may begin with the name of the machine
  const why = reason?.startsWith(`${target} `) ? reason.slice(target.length + 1) : reason
  return [{ text: subjects[noun] ?? '' }, name(target), { text: ` ${outcomes[outcome]}${why ? `: ${why}` : ''}` }]
}
