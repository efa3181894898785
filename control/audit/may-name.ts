// Which names a reader of the audit log may learn. Operators see that resources in other silos' projects changed, but not their names.
import { maySilo, type Actor } from '../frame/authz.ts'
import { mayHear, type Event } from '../frame/events.ts'

export const mayName = (reader: Actor, event: Event): boolean => event.project_id === null || mayHear(reader, event)

/** The path can name the target, or something in a project that the caller was not allowed to see. */
export const maySeePath = (reader: Actor, event: Event): boolean =>
  event.target_id === null && event.silo_id !== null
    ? event.actor_id === reader.id || maySilo(reader, event.silo_id, 'list_children')
    : mayName(reader, event)
