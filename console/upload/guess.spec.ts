import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameError } from '../form/fields.tsx'
import { guessFrom } from './guess.ts'

test.each([
  ['debian-12-genericcloud-amd64.qcow2', 'debian-12-genericcloud-amd64', 'Debian', '12'],
  ['noble-server-cloudimg-amd64.img', 'noble-server-cloudimg-amd64', 'Ubuntu', '24.04'],
  ['Fedora-Cloud-Base-40-1.14.x86_64.qcow2', 'fedora-cloud-base-40-1-14-x86-64', 'Fedora', '40'],
  ['FreeBSD-14.1-RELEASE-amd64.raw.xz', 'freebsd-14-1-release-amd64', 'FreeBSD', '14.1'],
  ['Rocky-9.4-x86_64-minimal.iso', 'rocky-9-4-x86-64-minimal', 'Rocky', '9.4'],
  ['disk.raw', 'disk', '', ''],
  ['https://host/a%20b/Alpine-3.20.img.gz?x=1', 'alpine-3-20', 'Alpine', '3.20'],
  ['2024-backup.img', 'backup', '', ''],
  ['%%%.img', '', '', ''],
])('%s', (file, name, os, version) => {
  expect(guessFrom(file)).toEqual({ name, os, version })
})

test('a guessed name is valid, or there is none', () => {
  fc.assert(
    fc.property(fc.string(), (file) => {
      const { name } = guessFrom(file)
      expect(name === '' ? undefined : nameError(name)).toBeUndefined()
    }),
  )
})
