// Durations are never 0 seconds, and 60 seconds are a minute.
import { expect, test } from 'vitest'
import { durationText } from './duration.ts'

test.each([
  [0, '1 s'],
  [12.4, '12 s'],
  [59.6, '1 min'],
  [60, '1 min'],
  [3570, '1 h'],
  [7500, '2 h 5 min'],
  [86_370, '1 d'],
  [2_613_120, '30 d 5 h'],
])('%d', (seconds, text) => expect(durationText(seconds)).toBe(text))
