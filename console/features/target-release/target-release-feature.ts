// The release that the system should run, for operators.
import { CircleFadingArrowUp } from '@lucide/icons'
import type { Feature } from '../../feature.ts'
import { formRoute } from '../../form/form-route.ts'
import { places } from '../../paths.ts'
import { platform } from '../../platform-queries.ts'
import { page } from '../../route.ts'
import { installation, targetRelease, targetReleaseChanges } from './target-release-queries.ts'

const routes = page({
  crumb: { text: 'Target release', to: places.targetRelease },
  shape: ['facts2', 'card'],
  load: () => [targetRelease(), targetReleaseChanges(), platform(), installation()],
  code: () => import('./target-release-page.tsx'),
  children: [
    page({ path: places.targetRelease }),
    formRoute({
      path: places.targetReleaseEdit,
      operation: 'target_release_update',
      crumb: 'Set target release',
      reads: () => ({ release: targetRelease() }),
      code: () => import('./target-release-form.tsx'),
      form: 'TargetReleaseForm',
    }),
  ],
})

export const targetReleaseFeature: Feature = {
  system: { routes: [routes], nav: { label: 'Target release', icon: CircleFadingArrowUp, to: places.targetRelease } },
}
