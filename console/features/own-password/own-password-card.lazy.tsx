// The user's own password, on the profile of those who have one here.
import { useState } from 'react'
import { useMe } from '../../me.ts'
import { Card } from '../../ui/display/card.tsx'
import { Button } from '../../ui/input/button.tsx'
import { useLoad } from '../../use-api.ts'
import { ownSecondFactor } from '../second-factor/second-factor-queries.ts'
import { OwnPasswordForm } from './own-password-form.tsx'

/** Nothing for users of an identity provider, and on hosts without our additions. */
export function OwnPasswordCard() {
  const { user } = useMe()
  const { data } = useLoad(ownSecondFactor(), { optional: true })
  const [isOpen, setOpen] = useState(false)
  if (!data?.isLocal) return null
  return (
    <>
      <Card
        title="Password"
        text="A new password signs you out everywhere else and revokes your access tokens."
        actions={<Button onClick={() => setOpen(true)}>Change password</Button>}
      />
      {isOpen && <OwnPasswordForm user={user} factor={data} onClose={() => setOpen(false)} />}
    </>
  )
}
