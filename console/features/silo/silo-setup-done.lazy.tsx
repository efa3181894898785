// What comes after the setup of a silo, until it is dismissed.
import { useState } from 'react'
import type { Model } from '#contract/client.ts'
import { ActionButton } from '../../frame/action-button.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { Card } from '../../ui/display/card.tsx'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { Button } from '../../ui/input/button.tsx'
import { useSignInUrl } from './silo-host-name.ts'
import { useCopyInvitation } from './silo-sign-in.ts'

const InvitationForm = lazyPopup(async () => (await import('../invitation/invitation-form.lazy.tsx')).InvitationForm)

export function SiloSetupDone({ silo, onClose }: { silo: Model<'Silo'>; onClose: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const whyNot = useWhyNotFleet()
  const url = useSignInUrl(silo)
  const copy = useCopyInvitation(silo)
  const isLocal = silo.identityMode === 'local_only'
  return (
    <div className="mb-6">
      <Card
        title="Set up this silo"
        text={
          <>
            Done. Next: {isLocal ? 'invite people' : 'tell people'}. They sign in at{' '}
            <span className="wrap-anywhere text-body">{url}</span>.
          </>
        }
        actions={
          <Button variant="ghost" onClick={onClose}>
            Dismiss
          </Button>
        }
      >
        <div className="flex flex-wrap gap-2">
          {isLocal && (
            <ActionButton variant="primary" action={{ label: 'Invite people', whyNot, run: () => setOpen(true) }} />
          )}
          <ActionButton action={copy} />
        </div>
      </Card>
      {isOpen && <InvitationForm silo={silo.name} taken={[]} onClose={() => setOpen(false)} />}
    </div>
  )
}
