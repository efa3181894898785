// A few bytes tell what a file seems to be.
import { expect, test } from 'vitest'
import { inspect, noticesOf } from './inspect.ts'

function fileWith(marks: Record<number, string>, name = 'disk.raw', length = 0x9000): File {
  const bytes = new Uint8Array(length)
  for (const [offset, text] of Object.entries(marks)) bytes.set(new TextEncoder().encode(text), Number(offset))
  return new File([bytes], name)
}

test('a partition table at the chosen block size is fine, at another it is not', async () => {
  for (const size of [512, 2048, 4096] as const) {
    const found = await inspect(fileWith({ [size]: 'EFI PART' }))
    expect(found).toEqual({ efiAt: size, isCd: false, isCompressed: false })
    expect(noticesOf(found, size)).toEqual([])
    const other = size === 512 ? 4096 : 512
    expect(noticesOf(found, other).join()).toContain(`blocks of ${size} bytes`)
  }
})

test('a CD has blocks of 2048', async () => {
  const found = await inspect(fileWith({ 0x8001: 'CD001' }))
  expect(found.isCd).toBe(true)
  expect(noticesOf(found, 2048)).toEqual([])
  expect(noticesOf(found, 512).join()).toContain('2048')
})

test('what has no mark, or is too short for one, will probably not boot', async () => {
  expect(noticesOf(await inspect(fileWith({})), 512).join()).toContain('will probably not boot')
  expect(noticesOf(await inspect(fileWith({}, 'a.raw', 10)), 512).join()).toContain('will probably not boot')
})

test.each(['a.gz', 'a.7z', 'a.qcow2', 'a.VMDK'])('%s is compressed', async (name) => {
  expect(noticesOf(await inspect(fileWith({ 512: 'EFI PART' }, name)), 512).join()).toContain('compressed')
})
