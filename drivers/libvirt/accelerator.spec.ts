import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { needing } from '../../scripts/needs.mjs'
import { ARCHITECTURES } from '../architecture.ts'
import { findAccelerator, probeAccelerator } from './accelerator.ts'

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
  const why = 'guests are x86-64 or aarch64, and this host is riscv64'
  expect(await findAccelerator(join(folder, 'none'), { architecture: 'riscv64' })).toEqual({ accelerator: 'tcg', why })
})

test('a host is asked for guests of its own architecture', async () => {
  const asked: string[] = []
  const probe = async (architecture: string) => {
    asked.push(architecture)
    return 'kvm' as const
  }
  for (const architecture of ['x86_64', 'aarch64'])
    expect(await findAccelerator(join(folder, architecture), { architecture, device, probe })).toEqual({
      accelerator: 'kvm',
    })
  expect(asked).toEqual(['x86_64', 'aarch64'])
})

describe('the guest that is booted', needing('machines'), () => {
  // emulated, because the test is whether the guest powers off
  const accelerate = ['-accel', 'tcg', '-cpu', 'max']
  test.each(ARCHITECTURES)(
    'powers off at once on %s',
    async (architecture) => {
      expect(await probeAccelerator(architecture, { device: '/dev/null', accelerate, timeoutMs: 60_000 })).toBe('kvm')
    },
    90_000,
  )

  test('is given up if it does not', async () => {
    expect(await probeAccelerator('x86_64', { device: '/dev/null', emulator: 'false' })).toBe('tcg')
  })
})
