import { expect, test } from 'vitest'
import { defaultsText } from './defaults-text.ts'
import { defaultsFor } from './values.ts'

const offer = {
  siloImages: [],
  projectImages: [],
  freeDisks: [],
  sshKeys: [],
  defaultPool: 'public',
  vpcs: ['default'],
}
const start = defaultsFor(offer)

test('everything untouched', () => {
  expect(defaultsText(start, start)).toBe(
    'At default: an interface on the default subnet, an ephemeral IP from pool public, the name as hostname, no anti-affinity groups, auto-restart, no user data.',
  )
})

test('what was changed is left out', () => {
  const changed = { ...start, networking: 'none', hostname: 'db', autoRestart: 'never' } as const
  expect(defaultsText(changed, start)).toBe('At default: no anti-affinity groups, no user data.')
})

test('without a pool or a VPC, the line says so', () => {
  const bare = defaultsFor({ ...offer, defaultPool: undefined, vpcs: [] })
  expect(defaultsText(bare, bare)).toBe(
    'At default: no interface, the name as hostname, no anti-affinity groups, auto-restart, no user data.',
  )
  const poolless = defaultsFor({ ...offer, defaultPool: undefined })
  expect(defaultsText(poolless, poolless)).toContain('no ephemeral IP')
})

test('nothing is left at its default', () => {
  const changed = {
    ...start,
    networking: 'none' as const,
    hostname: 'db',
    antiAffinityGroups: ['web'],
    autoRestart: 'never' as const,
    userData: { file: new File([], 'x'), base64: '' },
  }
  expect(defaultsText(changed, start)).toBe('')
})
