// Addresses and boot images for a list of instances. An addition of ours.
import { z } from 'zod'
import { byNameOrId, list, type Operations } from './define.ts'
import { Name, NameOrId, ip, maybe, uuid } from './values.ts'

export const InstanceSummary = z.object({
  id: uuid,
  /** A floating IP if there is one, otherwise the ephemeral one. */
  external_ip: maybe(ip),
  /** The address of the primary interface. */
  internal_ip: maybe(ip),
  /** Null if the boot disk was not created from an image, or the image was deleted. */
  image_name: maybe(Name),
})

export const instanceSummary = {
  /** Pages like the list of instances and accepts its page tokens. */
  instance_summary_list: list(InstanceSummary, byNameOrId, { first: { project: NameOrId } }),
} satisfies Operations<'instance_summary'>
