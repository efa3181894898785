import { expect, test } from 'vitest'
import { counted } from './count.ts'

test('the noun agrees with the number', () => {
  expect([0, 1, 2].map((count) => counted(count, 'route'))).toEqual(['0 routes', '1 route', '2 routes'])
})
