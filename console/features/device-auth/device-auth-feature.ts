// Device login. Public, because the user may not be signed in yet.
import type { Feature } from '../../feature.ts'
import { places } from '../../paths.ts'
import { page } from '../../route.ts'

const routes = [
  page({ path: places.deviceVerify, crumb: 'Device Authentication', code: () => import('./device-verify.tsx') }),
  page({ path: places.deviceSuccess, crumb: 'Device logged in', code: () => import('./device-success.tsx') }),
]

export const deviceAuthFeature: Feature = { public: routes }
