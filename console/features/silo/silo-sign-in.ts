// Where the users of a silo sign in, and a text that tells them so.
import type { Model } from '#contract/client.ts'
import { copyTextAction } from '../../action/action.tsx'
import { ActionButton } from '../../frame/action-button.tsx'
import { useProductName } from '../../frame/window-title.ts'
import { CopyText } from '../../ui/display/copy.tsx'
import { useSignInUrl } from './silo-host-name.ts'

/** Names no person and holds no secret: for a chat or a mail to many. */
const textOf = (silo: string, product: string, url: string) =>
  `Silo ${silo} on ${product} is ready for you.\nSign in at ${url}\n`

export function useCopyInvitation(silo: Model<'Silo'>) {
  const text = textOf(silo.name, useProductName(), useSignInUrl(silo))
  return { ...copyTextAction('Copy invitation', text), done: 'Invitation copied' }
}

export function SiloSignIn({ silo }: { silo: Model<'Silo'> }) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-2">
      <CopyText text={useSignInUrl(silo)} maxLength={60} />
      <ActionButton action={useCopyInvitation(silo)} />
    </span>
  )
}
