// Which navigation entries are highlighted on which pages.
import { beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { setRoutes } from '../route.ts'
import { routes } from '../routes.ts'
import { isActive, projectArea, systemArea, type Area } from './areas.ts'

beforeAll(() => setRoutes(routes))

const active = ({ above, items }: Area, pathname: string) =>
  [...above, ...items].filter((item) => isActive(item, pathname)).map(({ label }) => label)

test('a page, the pages below it and its forms highlight one entry', () => {
  expect(active(systemArea(), paths.auditLog())).toEqual(['Audit log'])
  expect(active(systemArea(), paths.silosNew())).toEqual(['Silos'])
  expect(active(systemArea(), paths.serviceIpPool())).toEqual(['IP pools'])
  expect(active(systemArea(), paths.ipPool({ pool: 'default' }))).toEqual(['IP pools'])
  const project = 'web'
  expect(active(projectArea(project), paths.affinityGroupsNew({ project }))).toEqual(['Affinity'])
})

test('a path without a page highlights nothing, even if it starts like one', () => {
  expect(active(systemArea(), '/system/audit-log')).toEqual([])
  expect(active(projectArea('web'), '/projects/web/disks-old')).toEqual([])
})
