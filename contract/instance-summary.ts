// What a list of instances shows of what belongs to them: addresses, and the image on the boot disk. An addition of ours.
import { z } from 'zod'
import { byNameOrId, list, type Operations } from './define.ts'
import { Name, NameOrId, ip, maybe, uuid } from './values.ts'

export const InstanceSummary = z.object({
  id: uuid,
  /** A floating IP if there is one, otherwise the ephemeral one. */
  external_ip: maybe(ip),
  /** Of the primary interface. */
  internal_ip: maybe(ip),
  /** Null if the boot disk was not made from an image, or the image is gone. */
  image_name: maybe(Name),
})

export const instanceSummary = {
  /** Pages as the list of instances does; a token of that list is good here too. */
  instance_summary_list: list(InstanceSummary, byNameOrId, { first: { project: NameOrId } }),
} satisfies Operations<'instance_summary'>
