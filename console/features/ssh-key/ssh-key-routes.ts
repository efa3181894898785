// The person's SSH keys: the list, the form over it, and one key read only.
import { paths, places } from '../../paths.ts'
import { sshKeyList, sshKeyView } from '../../queries.ts'
import { form, page } from '../../route.ts'

export const sshKeyRoutes = page({
  crumb: { text: 'SSH Keys', to: () => paths.sshKeys() },
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
