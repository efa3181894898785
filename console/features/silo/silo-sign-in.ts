// Tells the users of a silo where they sign in.
import type { Model } from '#contract/client.ts'
import { copyTextAction } from '../../action/action.tsx'
import { useProductName } from '../../frame/window-title.ts'
import { useSignInUrl } from './silo-host-name.ts'

/** Names no person and holds no secret: for a chat or a mail to many. */
const textOf = (silo: string, product: string, url: string) =>
  `Silo ${silo} on ${product} is ready for you.\nSign in at ${url}\n`

export function useCopyInvitation(silo: Model<'Silo'>) {
  const text = textOf(silo.name, useProductName(), useSignInUrl(silo))
  return { ...copyTextAction('Copy invitation', text), done: 'Invitation copied' }
}
