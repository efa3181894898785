// The guides. They open in their own window and need no sign-in.
import type { Feature } from '../feature.ts'
import type { RouteObject } from 'react-router'
import { guides, isGuide } from './guides.ts'
import { places } from '../paths.ts'
import { notFound, page } from '../route.ts'

const guidePage: RouteObject = {
  ...page({
    path: places.guide,
    crumb: ({ guide }) => (isGuide(guide) ? guides[guide] : 'Guide'),
    code: () => import('./guide-page.tsx'),
  }),
  async loader({ params: { guide } }) {
    if (!isGuide(guide)) throw notFound()
    return (await import('./guide-text.ts')).readGuide(guide)
  },
}

const routes: RouteObject[] = [
  page({
    crumb: { text: 'Guides', to: places.guides },
    children: [page({ path: places.guides, code: () => import('./guide-index.tsx') }), guidePage],
  }),
]

export const guideFeature: Feature = { public: routes }
