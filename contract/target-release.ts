// The release the system should run.
import { z } from 'zod'
import type { Operations } from './define.ts'
import { int64, semver, timestamp } from './values.ts'

export const SetTargetReleaseParams = z.object({ system_version: semver })
export const TargetReleaseSource = z.discriminatedUnion('type', [
  z.object({ type: z.literal('unspecified') }),
  z.object({ type: z.literal('system_version'), version: semver }),
])

export const TargetRelease = z.object({
  generation: int64,
  release_source: TargetReleaseSource,
  time_requested: timestamp,
})

export const targetRelease = {
  target_release_view: { status: 200, answer: TargetRelease },
  target_release_update: { body: SetTargetReleaseParams, status: 201, answer: TargetRelease },
} satisfies Operations<'target_release'>
