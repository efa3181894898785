import { expect, test } from 'vitest'
import { differsInViewOnly, withoutView } from './view-params.ts'

const at = (path: string) => new URL(path, 'https://rack.example')

test('tells a change of the view from one that loads other rows', () => {
  expect(differsInViewOnly(at('/disks'), at('/disks?filter=web'))).toBe(true)
  expect(differsInViewOnly(at('/disks?state=attached&sort=-size'), at('/disks?sort=size&state=attached'))).toBe(true)
  expect(differsInViewOnly(at('/disks'), at('/disks'))).toBe(false)
  expect(differsInViewOnly(at('/disks?filter=web'), at('/images?filter=web'))).toBe(false)
  expect(differsInViewOnly(at('/disks?filter=web'), at('/disks?state=attached'))).toBe(false)
})

test('leaves the parameters of the page', () => {
  expect(withoutView(at('/disks?filter=a&state=attached&sort=name').searchParams).toString()).toBe('state=attached')
})
