// The user's SSH keys: the list, the form over it, and a read-only view of one key.
import { KeyRound } from '@lucide/icons'
import type { Feature } from '../../feature.ts'
import { paths, places } from '../../paths.ts'
import { sshKeyList, sshKeyView } from './ssh-key-queries.ts'
import { form, page } from '../../route.ts'

const routes = page({
  crumb: { text: 'SSH keys', to: () => paths.sshKeys() },
  load: () => [sshKeyList()],
  code: () => import('./ssh-key-list.tsx'),
  children: [
    page({ path: places.sshKeys }),
    form({ path: places.sshKeysNew, crumb: 'Add SSH key', code: () => import('./ssh-key-new.tsx') }),
    form({
      path: places.sshKeyEdit,
      crumb: 'View SSH key',
      load: ({ sshKey = '' }) => [sshKeyView(sshKey)],
      code: () => import('./ssh-key-view.tsx'),
    }),
  ],
})

export const sshKeyFeature: Feature = {
  settings: { routes: [routes], nav: { label: 'SSH keys', icon: KeyRound, to: places.sshKeys, letter: 'k' } },
}
