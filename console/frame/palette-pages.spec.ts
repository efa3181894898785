import { beforeAll, expect, test } from 'vitest'
import { queryClient } from '../cache.ts'
import { paths } from '../paths.ts'
import { setRoutes } from '../route.ts'
import { routes } from '../routes.ts'
import { systemPages } from './palette-pages.ts'

beforeAll(() => {
  // of a user of another test
  queryClient.clear()
  setRoutes(routes)
})

test('tabs and forms of the system are found by name', () => {
  const pages = systemPages([])
  const place = (label: string) => pages.find((page) => page.label === label)
  expect(place('BGP')).toEqual({ label: 'BGP', detail: 'Fabric', group: 'System', to: paths.bgp() })
  for (const label of ['Port settings', 'Address lots', 'Loopback addresses', 'Announce sets', 'BFD', 'Switches'])
    expect(place(label), label).toBeDefined()
  expect(place('New silo')).toMatchObject({ detail: 'Silos', to: paths.silosNew() })
  expect(place('Service IP pool')).toMatchObject({ detail: 'IP pools' })
})

test('pages that only redirect or are listed already are left out', () => {
  const pages = systemPages([{ label: 'Access', to: paths.systemAccess() }])
  const targets = pages.map(({ to }) => to)
  expect(targets).not.toContain(paths.systemAccess())
  expect(targets).not.toContain(paths.fabric())
  expect(new Set(targets).size).toBe(targets.length)
})
