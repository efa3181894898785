// What we use of the router that its documentation does not promise; see docs/decisions/0023-router-outside-of-react.md.
import { createMemoryRouter } from 'react-router'
import { expect, test } from 'vitest'

test('outside of React, the router navigates and knows the entry it has reached', async () => {
  const router = createMemoryRouter([{ path: '/' }, { path: '/login' }, { path: '/old', loader: toLogin }])
  const first = router.state.location.key
  await router.navigate('/login')
  const second = router.state.location.key
  expect(router.state.location.pathname).toBe('/login')
  expect(second).not.toBe(first)
  // after a redirect, it is the entry of the page that was redirected to
  await router.navigate('/old')
  expect(router.state.location.pathname).toBe('/login')
  expect(router.state.location.key).not.toBe(second)
  router.dispose()
})

const toLogin = () => new Response(null, { status: 302, headers: { location: '/login' } })
