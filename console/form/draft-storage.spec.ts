import { expect, test } from 'vitest'
import { storable } from './draft-storage.ts'

test('keeps plain input', () => {
  const input = { name: 'web', disks: [{ type: 'attach', name: 'old' }], start: true, pool: null, size: 10 }
  expect(storable(input)).toEqual(input)
})

test('leaves out secrets, files and cleared numbers', () => {
  expect(storable('hunter2', 'password')).toBeUndefined()
  expect(storable('-----BEGIN', 'privateKey')).toBeUndefined()
  expect(storable(new File(['x'], 'x.raw'), 'file')).toBeUndefined()
  expect(storable(NaN, 'size')).toBeUndefined()
  expect(storable(['id-1'], 'sshKeys')).toEqual(['id-1'])
})

// user data without its file broke the form's validation; a certificate without its key would be refused
test('leaves out an object with a part that cannot be stored', () => {
  expect(storable({ file: new File(['x'], 'x.yml'), base64: 'eA==' })).toBeUndefined()
  expect(storable([{ name: 'site', cert: 'C', key: 'K' }])).toEqual([])
})
