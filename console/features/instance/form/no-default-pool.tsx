// Warns at the top of the form that the silo has no default IP pool, and says who can change that.
import type { Model } from '#contract/client.ts'
import { TextLink } from '../../../frame/link.tsx'
import { useWhyNotFleet } from '../../../me.ts'
import { currentUser, siloAdmins } from '../../../me-queries.ts'
import { paths } from '../../../paths.ts'
import { Message } from '../../../ui/display/message.tsx'
import { useData, useLoad } from '../../../use-api.ts'
import { first1000IpPools } from '../../ip-pool/ip-pool-queries.ts'

export function NoDefaultPool({ pools }: { pools: readonly Model<'SiloIpPool'>[] }) {
  const { isHidden } = useData(first1000IpPools())
  if (isHidden || pools.some(({ isDefault }) => isDefault)) return null
  return (
    <Message tone="notice" title="This silo has no default IP pool">
      {pools.length > 0
        ? 'The instance gets no external IP unless you select a pool under Networking.'
        : 'The instance gets no external IP.'}{' '}
      <WhoCanChangeIt />
    </Message>
  )
}

function WhoCanChangeIt() {
  const { siloName } = useData(currentUser())
  if (useWhyNotFleet() !== undefined) return <WhomToAsk />
  return (
    <>
      You can <TextLink to={`${paths.silo({ silo: siloName })}?tab=ip-pools`}>set one for silo {siloName}</TextLink>.
    </>
  )
}

function WhomToAsk() {
  const answer = useLoad(siloAdmins()).data
  const admins = answer?.type === 'success' ? answer.data.items.map(({ displayName }) => displayName) : []
  return (
    <>
      Only a fleet administrator can set one.
      {admins.length > 0 && ` Your silo admins can ask for it: ${admins.join(', ')}.`}
    </>
  )
}
