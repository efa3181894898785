// What a failed instance says about its restart.
import { expect, test } from 'vitest'
import type { Instance } from '../instance-queries.ts'
import { restartText } from './auto-restart.ts'

const now = new Date('2030-01-01T12:00:00Z')
const failed = (facts: Partial<Instance>) => ({ runState: 'failed', ...facts }) as Instance

test('the chip and the sentence say the same', () => {
  expect(restartText(failed({ autoRestartEnabled: false }), now)).toEqual({
    chip: 'Auto-restart off',
    text: 'Auto-restart is off. Fix the cause, then start it.',
  })
  expect(restartText(failed({ autoRestartEnabled: true }), now).chip).toBe('Auto-restart soon')
  const autoRestartCooldownExpiration = new Date('2030-01-01T12:42:00Z')
  const waiting = restartText(failed({ autoRestartEnabled: true, autoRestartCooldownExpiration }), now)
  expect(waiting.chip).toBe('Auto-restart in 42 min')
  expect(waiting.text).toContain('will restart again in 42 min')
  const later = new Date('2030-01-01T12:42:01Z')
  expect(restartText(failed({ autoRestartEnabled: true, autoRestartCooldownExpiration }), later).chip).toBe(
    'Auto-restart soon',
  )
})
