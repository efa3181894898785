// The caller's address. The console shows it, so that operators do not leave it off the allow list by accident.
import type { callerAddress as operations } from '#contract/caller-address.ts'
import { formatIp } from '#contract/ip.ts'
import { actorOf, type Handlers } from '../frame/context.ts'
import { invalidRequest } from '../frame/errors.ts'
import { callerIp } from './admission.ts'

export const callerAddress = {
  async caller_address_view(ctx) {
    actorOf(ctx)
    const address = callerIp(ctx.caller.address)
    if (!address) throw invalidRequest('the host does not know the address of this client')
    return { ip: formatIp(address) }
  },
} satisfies Handlers<keyof typeof operations>
