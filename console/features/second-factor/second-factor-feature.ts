// The user's second factor: in the settings, and on a page of its own for users who can do nothing else before they have one.
import { Fingerprint } from '@lucide/icons'
import type { Feature } from '../../feature.ts'
import { currentUser } from '../../me-queries.ts'
import { places } from '../../paths.ts'
import { page } from '../../route.ts'
import { everyPasskey, ownSecondFactor } from './second-factor-queries.ts'

const routes = page({
  path: places.secondFactor,
  crumb: 'Second factor',
  load: () => [ownSecondFactor(), everyPasskey()],
  code: () => import('./second-factor-page.tsx'),
  shape: ['card', 'card'],
})

const required = page({
  path: places.secondFactorRequired,
  crumb: 'Set up a second factor',
  load: () => [currentUser(), ownSecondFactor(), everyPasskey()],
  code: () => import('./second-factor-required.tsx'),
})

export const secondFactorFeature: Feature = {
  settings: {
    routes: [routes],
    nav: { label: 'Second factor', icon: Fingerprint, to: places.secondFactor, letter: 'f' },
  },
  public: [required],
}
