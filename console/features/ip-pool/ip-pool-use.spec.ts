import { expect, test } from 'vitest'
import { bigNum, fullNum, percentOf } from '../../util/format.ts'
import { usedOf } from './ip-pool-use.ts'
import { rangeSize } from '../../util/range-size.ts'

test('IPv6 counts of 2^64 and more keep every digit', () => {
  const { ipv4, ipv6 } = usedOf({
    ipv4: { allocated: 3, capacity: 4_294_967_295 },
    ipv6: { allocated: '18446744073709551617', capacity: '340282366920938463463374607431768211455' },
  })
  expect(ipv4).toEqual({ allocated: 3n, capacity: 4_294_967_295n })
  expect(fullNum(ipv6.allocated, 'en')).toBe('18,446,744,073,709,551,617')
  expect(bigNum(ipv6.allocated, 'en').text).toBe('18.4e18')
  expect(bigNum(ipv6.capacity, 'en').text).toBe('340.3e36')
  expect(percentOf(2n ** 127n, ipv6.capacity)).toBe(50)
  expect(percentOf(ipv6.allocated, ipv6.capacity)).toBe(0)
})

test('a range counts both of its ends', () => {
  expect(rangeSize({ first: '10.0.0.1', last: '10.0.0.1' })).toBe(1n)
  expect(rangeSize({ first: '10.0.0.0', last: '10.255.255.255' })).toBe(16_777_216n)
  expect(rangeSize({ first: 'fd00::', last: 'fd00::ffff:ffff:ffff:ffff' })).toBe(2n ** 64n)
})
