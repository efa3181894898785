// Shown with a 403 to users without any groups or roles: first whom to ask, and below the error the text of the specification. Loads the
// user only then, and shows nothing if it cannot tell.
import { useLoad } from '../use-api.ts'
import { currentUser, first1000OwnGroups, ownSiloPolicy, siloAdmins } from '../me-queries.ts'
import { CopyButton } from '../ui/display/copy.tsx'
import { Message } from '../ui/display/message.tsx'
import { GuideLink } from '../frame/guide-link.tsx'

function useNoRole() {
  const user = useLoad(currentUser()).data
  const groups = useLoad(first1000OwnGroups()).data?.items
  const policy = useLoad(ownSiloPolicy()).data
  if (!user || groups?.length !== 0 || !policy) return undefined
  // users who cannot read the policy have no role in it
  const hasRole =
    policy.type === 'success'
      ? policy.data.roleAssignments.some(({ identityId }) => identityId === user.id)
      : policy.status !== 403
  return hasRole ? undefined : user
}

export function AccessNotice() {
  if (!useNoRole()) return null
  return (
    <div className="mt-6 text-left">
      <Message tone="notice">
        You are not in any groups and have no role on the silo. This usually means the identity provider is not set up
        correctly. <GuideLink guide="access-control">Read the docs</GuideLink>
      </Message>
    </div>
  )
}

export function WhomToAsk() {
  const user = useNoRole()
  return user ? <AccessRequest user={user.displayName} silo={user.siloName} /> : null
}

function AccessRequest({ user, silo }: { user: string; silo: string }) {
  const answer = useLoad(siloAdmins()).data
  const admins = answer?.type === 'success' ? answer.data.items.map(({ displayName }) => displayName) : []
  const request = `Please give ${user} a role in silo ${silo}: ${location.origin}/access`
  return (
    <div className="mb-8 text-left">
      <Message tone="notice" title={`You have no access to silo ${silo} yet`}>
        {admins.length > 0
          ? `A silo admin can give you a role: ${admins.join(', ')}.`
          : 'The silo has no admin yet. Ask whoever runs this system.'}
        <span className="mt-2 flex items-start gap-1 rounded-md border border-line bg-page px-2 py-1">
          <span className="min-w-0 grow wrap-anywhere">{request}</span>
          <CopyButton text={request} label="Copy access request" />
        </span>
      </Message>
    </div>
  )
}
