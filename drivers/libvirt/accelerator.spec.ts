import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findAccelerator } from './accelerator.ts'

const folder = mkdtempSync(join(tmpdir(), 'rw-kvm-'))
const device = join(folder, 'kvm')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a host without the device emulates, and says so', async () => {
  const why = `this host has no ${device}`
  expect(await findAccelerator(join(folder, 'none'), { architecture: 'x86_64', device })).toEqual({
    accelerator: 'tcg',
    why,
  })
})

test('a failed probe gives its reason, also when it is not repeated', async () => {
  writeFileSync(device, '')
  const file = join(folder, 'no-kvm')
  const emulated = { accelerator: 'tcg', why: 'KVM does not work on this host' }
  expect(await findAccelerator(file, { architecture: 'x86_64', device, probe: async () => 'tcg' })).toEqual(emulated)
  expect(existsSync(file)).toBe(true)
  expect(await findAccelerator(file, { architecture: 'x86_64', device, probe: async () => 'kvm' })).toEqual(emulated)
})

test('a host of another architecture emulates, and says for which', async () => {
  const why = 'guests are x86-64, and this host is aarch64'
  expect(await findAccelerator(join(folder, 'none'), { architecture: 'aarch64' })).toEqual({ accelerator: 'tcg', why })
})
