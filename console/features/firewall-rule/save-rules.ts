// Saves changes to the firewall rules of a VPC without undoing another user's. The API replaces the whole set, so a write must be
// based on the current version: our server checks an entity tag; on other hosts the set is reread just before the write.
// If it has changed, the user decides.
import { ApiError } from '#contract/errors.ts'
import { undoing } from '../../action/undo.ts'
import { send } from '../../api.ts'
import type { Undo } from '../../ui/overlay/toast.ts'
import { ofVpc } from '../vpc/vpc-queries.ts'
import { resolveConflict } from './conflict.ts'
import { firewallRules, type Rule, type RuleSet } from './firewall-rule-queries.ts'
import { updatesOf, type Change } from './rule-changes.ts'
import { differences } from './rule-differences.ts'

interface Place {
  project: string
  vpc: string
}

export interface Save extends Place {
  /** the version the user has seen */
  base: RuleSet
  change: Change
  /** runs before pages refetch; see send() */
  onSaved?: (saved: { rules: Rule[] }) => unknown
}

export interface Saved {
  rules: Rule[]
  /** what they replaced */
  before: readonly Rule[]
}

/** Puts back the rules that were replaced. */
export const undoRules = ({ project, vpc }: Place, { rules, before }: Saved, done: string): Undo =>
  undoing({
    query: firewallRules(project, vpc),
    isStill: (now) => differences(rules, now.rules).length === 0,
    restore: ({ etag }) =>
      send(
        'vpc_firewall_rules_update',
        { query: ofVpc(project, vpc), body: { rules: updatesOf(before, vpc) } },
        undefined,
        { ifMatch: etag },
      ),
    done,
  })

/** The user has seen the other changes and discards their own. */
export class Discarded extends Error {
  constructor() {
    super("Your change was discarded. The other user's rules are in place.")
  }
}

/** The user has seen the other changes and continues editing. */
export class NotSaved extends Error {
  constructor() {
    super('The rules have changed since you opened this form. Your changes are not saved yet.')
  }
}

export async function saveRules({ project, vpc, base, change, onSaved }: Save): Promise<Saved> {
  for (let seen = base; ;) {
    const latest = await write({ project, vpc }, seen, change, onSaved)
    if ('saved' in latest) return { ...latest.saved, before: seen.rules }
    const answer = await resolveConflict({ vpc, theirs: differences(seen.rules, latest.stale.rules) })
    if (answer === 'discard') throw new Discarded()
    if (answer === 'back') throw new NotSaved()
    seen = latest.stale
  }
}

type Outcome = { saved: { rules: Rule[] } } | { stale: RuleSet }

async function write(
  { project, vpc }: Place,
  seen: RuleSet,
  change: Change,
  onSaved: Save['onSaved'],
): Promise<Outcome> {
  const read = () => firewallRules(project, vpc).fetch(new AbortController().signal)
  const body = { rules: change(updatesOf(seen.rules, vpc)) }
  if (seen.etag === undefined) {
    const now = await read()
    if (differences(seen.rules, now.rules).length > 0) return { stale: now }
  }
  try {
    const params = { query: ofVpc(project, vpc), body }
    return { saved: await send('vpc_firewall_rules_update', params, onSaved, { ifMatch: seen.etag }) }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 412) throw error
    return { stale: await read() }
  }
}
