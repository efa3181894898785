// A few bytes reveal what a file is.
import { expect, test } from 'vitest'
import { inspect, noticesOf } from './inspect.ts'

function fileWith(marks: Record<number, string>, name = 'disk.raw', length = 0x9000): File {
  const bytes = new Uint8Array(length)
  for (const [offset, text] of Object.entries(marks)) bytes.set(new TextEncoder().encode(text), Number(offset))
  return new File([bytes], name)
}

test('warns about a partition table for another block size', async () => {
  for (const size of [512, 2048, 4096] as const) {
    const found = await inspect(fileWith({ [size]: 'EFI PART' }))
    expect(found).toMatchObject({ size: 0x9000, efiAt: size, isCd: false, format: 'raw', isCompressed: false })
    expect(noticesOf(found, size)).toEqual([])
    const other = size === 512 ? 4096 : 512
    expect(noticesOf(found, other).join()).toContain(`partition table for ${size}-byte blocks`)
  }
})

test('knows that a CD has 2048-byte blocks', async () => {
  const found = await inspect(fileWith({ 0x8001: 'CD001' }))
  expect(found.isCd).toBe(true)
  expect(noticesOf(found, 2048)).toEqual([])
  expect(noticesOf(found, 512).join()).toContain('2048')
})

test('warns when there is no mark, or the file is too short for one', async () => {
  expect(noticesOf(await inspect(fileWith({})), 512).join()).toContain('may not boot')
  expect(noticesOf(await inspect(fileWith({}, 'a.raw', 10)), 512).join()).toContain('may not boot')
})

test('warns when the size is not a multiple of the block size', async () => {
  const found = await inspect(fileWith({ 512: 'EFI PART' }, 'disk.raw', 0x9000 + 512))
  expect(noticesOf(found, 512)).toEqual([])
  const odd = await inspect(fileWith({ 512: 'EFI PART' }, 'disk.raw', 0x9000 + 100))
  expect(noticesOf(odd, 512)).toEqual([
    'The file size is not a multiple of 512 bytes. The last block will be padded with zeros; check that the file is complete.',
  ])
  expect(noticesOf(odd, 4096)).toHaveLength(2)
})

test.each(['a.gz', 'a.7z', 'a.qcow2', 'a.VMDK'])('reports %s as compressed, and nothing else', async (name) => {
  const notices = noticesOf(await inspect(fileWith({ 512: 'EFI PART' }, name, 0x9001)), 512)
  expect(notices).toHaveLength(1)
  expect(notices[0]).toContain('compressed')
})

test('recognizes other formats by content, whatever the name', async () => {
  const bytes = Uint8Array.of(0x1f, 0x8b, 8, ...new Uint8Array(600))
  const found = await inspect(new File([bytes], 'disk.raw'))
  expect(found.format).toBe('gzip')
  expect(noticesOf(found, 512)).toEqual([])
  const vhdx = await inspect(fileWith({ 0: 'vhdxfile' }))
  expect(noticesOf(vhdx, 512)).toEqual(['This is a VHDX. Convert it to raw, qcow2 or a single-file VMDK.'])
})
