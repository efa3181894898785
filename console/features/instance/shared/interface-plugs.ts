// Whether network interfaces come and go while the instance runs: by our operations, where the rack can do that.
import type { Model } from '#contract/client.ts'
import { whyNotInstance } from '#contract/instance-states.ts'
import type { Instance } from '../instance-queries.ts'

interface InterfacePlugs {
  isHot: boolean
  whyNotAdd: string | undefined
  whyNotRemove: string | undefined
}

const NEEDS_STOP = 'Stop the instance first: without OVN, its network is made when it starts'

/** The platform is undefined where the API is only the published one. */
export function interfacePlugs(platform: Model<'Platform'> | undefined, instance: Instance): InterfacePlugs {
  const isUp = instance.runState !== 'stopped' && instance.runState !== 'failed'
  const isHot = isUp && platform?.hotPlugsInterfaces === true
  if (isHot)
    return {
      isHot,
      whyNotAdd: whyNotInstance('hot_attach_network_interface', instance),
      whyNotRemove: whyNotInstance('hot_detach_network_interface', instance),
    }
  const isUserMode = isUp && platform?.enforcesNetworks === false
  return {
    isHot,
    whyNotAdd: isUserMode ? NEEDS_STOP : whyNotInstance('update_network_interface', instance),
    whyNotRemove: isUserMode ? NEEDS_STOP : whyNotInstance('detach_network_interface', instance),
  }
}
