// The user's SSH keys: the list, the form over it, and a read-only view of one key.
import { KeyRound } from '@lucide/icons'
import type { Feature } from '../../feature.ts'
import { formRoute } from '../../form/form-route.ts'
import { places } from '../../paths.ts'
import { sshKeyList, sshKeyView } from './ssh-key-queries.ts'
import { page } from '../../route.ts'

const routes = page({
  crumb: { text: 'SSH keys', to: places.sshKeys },
  load: () => [sshKeyList()],
  code: () => import('./ssh-key-list.tsx'),
  children: [
    page({ path: places.sshKeys }),
    formRoute({
      path: places.sshKeysNew,
      operation: 'current_user_ssh_key_create',
      crumb: 'Add SSH key',
      code: () => import('./ssh-key-form.tsx'),
      form: 'SshKeyForm',
    }),
    formRoute({
      path: places.sshKeyEdit,
      crumb: 'View SSH key',
      reads: ({ sshKey }) => ({ sshKey: sshKeyView(sshKey) }),
      code: () => import('./ssh-key-view.tsx'),
      form: 'SshKeyView',
    }),
  ],
})

export const sshKeyFeature: Feature = {
  settings: { routes: [routes], nav: { label: 'SSH keys', icon: KeyRound, to: places.sshKeys, letter: 'k' } },
}
