// Lists that were answered before: the same person asks for the same page again, and nothing was written since. What a person
// may see is loaded anew after every write, so whoever is the very same object as before would get the very same answer.
import type { OperationId } from '#contract/operations.ts'
import type { Actor } from '../people/authz.ts'

/** Made of rows and of nothing else: neither the clock, nor a machine, nor a table that is written without being forgotten. */
const lists: ReadonlySet<string> = new Set<OperationId>([
  'disk_list',
  'floating_ip_list',
  'image_list',
  'instance_disk_list',
  'instance_list',
  'ip_pool_list',
  'project_ip_pool_list',
  'project_list',
  'silo_list',
  'snapshot_list',
  'vpc_list',
  'vpc_router_list',
  'vpc_subnet_list',
])

/** Of each person: more than a few pages are not on one screen, and a page of a thousand is worth no memory. */
const MOST = 32
const LONGEST = 100_000
/** Of all together: one person may have a thousand sessions, and ask for other pages in each. */
const MOST_LETTERS = 16_000_000

export const isKept = (operation: string): boolean => lists.has(operation)

export function makeAnswers() {
  let answers = new WeakMap<Actor, Map<string, string>>()
  let letters = 0
  return {
    recall: (actor: Actor, address: string): string | undefined => answers.get(actor)?.get(address),
    keep(actor: Actor, address: string, text: string): void {
      if (text.length > LONGEST) return
      if (letters + address.length + text.length > MOST_LETTERS) {
        answers = new WeakMap()
        letters = 0
      }
      const known = answers.get(actor) ?? new Map<string, string>()
      answers.set(actor, known)
      if (known.size >= MOST) return
      known.set(address, text)
      letters += address.length + text.length
    },
  }
}
