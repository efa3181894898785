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

test('in the task of the call, the router knows where it goes, and then where it is', async () => {
  let release!: (data: null) => void
  const held = new Promise<null>((resolve) => (release = resolve))
  const router = createMemoryRouter([
    {
      path: '/list',
      loader: () => held,
      shouldRevalidate: ({ nextUrl }) => !nextUrl.searchParams.has('sort'),
    },
    { path: '/' },
  ])
  void router.navigate('/list?result=denied')
  expect(router.state.navigation.location?.search).toBe('?result=denied')
  expect(router.state.location.pathname).toBe('/')
  release(null)
  await expect.poll(() => router.state.location.search).toBe('?result=denied')
  expect(router.state.navigation.location).toBeUndefined()
  // what loads nothing is done at once
  void router.navigate('/list?sort=name', { replace: true })
  expect(router.state.location.search).toBe('?sort=name')
  expect(router.state.navigation.location).toBeUndefined()
  router.dispose()
})

const toLogin = () => new Response(null, { status: 302, headers: { location: '/login' } })
