// Shown with a 403 to users without any groups or roles, which usually means the identity provider is misconfigured. Loads the
// user only then, and shows nothing if it cannot tell.
import { useLoad } from '../use-api.ts'
import { currentUser, first1000OwnGroups, ownSiloPolicy } from '../me-queries.ts'
import { Message } from '../ui/display/message.tsx'
import { GuideLink } from '../frame/guide-link.tsx'

export function AccessNotice() {
  const user = useLoad(currentUser()).data
  const groups = useLoad(first1000OwnGroups()).data?.items
  const policy = useLoad(ownSiloPolicy()).data
  if (!user || groups?.length !== 0 || !policy) return null
  // users who cannot read the policy have no role in it
  const hasRole =
    policy.type === 'success'
      ? policy.data.roleAssignments.some(({ identityId }) => identityId === user.id)
      : policy.status !== 403
  if (hasRole) return null
  return (
    <div className="mt-6 text-left">
      <Message tone="notice">
        You are not in any groups and have no role on the silo. This usually means the identity provider is not set up
        correctly. <GuideLink guide="access-control">Read the docs</GuideLink>
      </Message>
    </div>
  )
}
