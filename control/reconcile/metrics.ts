// Samples machines and hardware every five seconds, and drops samples that are past their retention.
import type { Host } from '../frame/context.ts'
import { SAMPLE_EVERY_MS } from '../metrics/levels.ts'
import { dropOldSamples } from '../metrics/retain.ts'
import { makeSampler } from '../metrics/sampler.ts'
import { makeTroubles } from '../frame/troubles.ts'
import type { Loop } from './loop.ts'

const EARLY_MS = 100

export function metricsLoop(host: Host): Loop {
  const troubles = makeTroubles(host.clock)
  const sampler = makeSampler(host, troubles)
  /** Until it succeeds: a pass that skips it after a failure would count as a success. */
  let isDropDue = false
  return {
    name: 'metrics',
    troubles,
    every: SAMPLE_EVERY_MS + EARLY_MS,
    async step() {
      if ((await sampler.tick()).isMinute) isDropDue = true
      if (isDropDue) await dropOldSamples(host)
      isDropDue = false
      // aligned to five-second boundaries, so that samples of all replicas line up; a timer may fire slightly early
      const rest = SAMPLE_EVERY_MS - (host.clock.now().getTime() % SAMPLE_EVERY_MS)
      return rest > EARLY_MS ? rest : rest + SAMPLE_EVERY_MS
    },
  }
}
