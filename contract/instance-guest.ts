// What the guest of an instance says about itself, through qemu-guest-agent. It can say anything, so it is only shown. An addition of ours.
import { z } from 'zod'
import { inProject, type Operations } from './define.ts'
import { NameOrId, maybe } from './values.ts'

export const GuestInterface = z.object({ name: z.string(), mac: maybe(z.string()), addresses: z.array(z.string()) })

export const InstanceGuest = z.object({
  /** False if the instance does not run, or has no agent: then the rest is empty. */
  answers: z.boolean(),
  hostname: maybe(z.string()),
  /** The name of its operating system. */
  system: maybe(z.string()),
  kernel: maybe(z.string()),
  interfaces: z.array(GuestInterface),
})

export const instanceGuest = {
  instance_guest_view: { path: { instance: NameOrId }, query: inProject, status: 200, answer: InstanceGuest },
} satisfies Operations<'instance_guest'>
