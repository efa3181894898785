// Protection: the policies of a project, what they cover, and when they run next.
import { ShieldPlus } from '@lucide/icons'
import type { Feature } from '../../feature.ts'
import { formRoute } from '../../form/form-route.ts'
import { places } from '../../paths.ts'
import { page } from '../../route.ts'
import { first1000Disks } from '../disk/disk-queries.ts'
import { first1000Instances } from '../instance/instance-queries.ts'
import { ownBackupTargets } from '../backup-target/backup-target-queries.ts'
import { projectBackups, projectRestores } from './backup-queries.ts'
import { everyProtectionPolicy, protectionOverview, protectionPolicyView } from './protection-policy-queries.ts'

const routes = page({
  crumb: { text: 'Protection', to: places.protection },
  load: ({ project = '' }) => [
    everyProtectionPolicy(project),
    protectionOverview(project),
    ownBackupTargets(),
    projectBackups(project),
    projectRestores(project),
  ],
  code: () => import('./protection-policy-list.tsx'),
  children: [
    page({ path: places.protection }),
    formRoute({
      path: places.protectionNew,
      operation: 'protection_policy_create',
      crumb: 'New protection policy',
      load: ({ project = '' }) => [first1000Instances(project), first1000Disks(project)],
      code: () => import('./protection-policy-form.tsx'),
      form: 'ProtectionPolicyCreateForm',
    }),
    formRoute({
      path: places.protectionEdit,
      operation: 'protection_policy_update',
      crumb: 'Edit protection policy',
      reads: ({ project, policy }) => ({ policy: protectionPolicyView(project, policy) }),
      load: ({ project = '' }) => [first1000Instances(project), first1000Disks(project)],
      code: () => import('./protection-policy-form.tsx'),
      form: 'ProtectionPolicyEditForm',
    }),
  ],
})

export const protectionPolicyFeature: Feature = {
  project: { routes: [routes], nav: { label: 'Protection', icon: ShieldPlus, to: places.protection } },
}
