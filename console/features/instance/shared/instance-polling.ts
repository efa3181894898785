// How often instances are read again where the host does not tell of changes: often while something is on its way, but not for
// ever, for what is stuck would be asked about all night.
import { useEffect, useState } from 'react'
import { instanceTransitional } from '#contract/instance-states.ts'
import { usePolling } from '../../../polling.ts'
import type { Instance } from '../instance-queries.ts'

const FAST_WINDOW = 30_000

/** For a list: fast for a while after something new set out. */
export function useListPolling(instances: readonly Instance[]): number | false {
  const busy = instances.filter(({ runState }) => instanceTransitional.includes(runState))
  const keys = busy.map(({ id, runState }) => `${id} ${runState}`)
  const [known, setKnown] = useState<readonly string[]>([])
  const [fast, setFast] = useState(0)
  if (keys.join() !== known.join()) {
    setKnown(keys)
    // one that finishes does not prolong the watch over those that are stuck
    if (keys.some((key) => !known.includes(key))) setFast(fast + 1)
    else if (keys.length === 0) setFast(0)
  }
  useEffect(() => {
    if (fast === 0) return
    const timer = setTimeout(() => setFast(0), FAST_WINDOW)
    return () => clearTimeout(timer)
  }, [fast])
  return usePolling({ fast: 3000, slow: 60_000, busy: fast > 0 && keys.length > 0 })
}

/** For one instance. */
export function useInstancePolling(instance: Instance | undefined): number | false {
  const isTransitional = instance !== undefined && instanceTransitional.includes(instance.runState)
  const willRestart = instance?.runState === 'failed' && instance.autoRestartEnabled
  const interval = usePolling({ fast: 2000, slow: 30_000, busy: isTransitional || isEligible(instance) })
  return (isTransitional || willRestart) && interval
}

/** Failed, and due for an automatic restart. */
export function isEligible(instance: Instance | undefined, now = new Date()): boolean {
  if (instance?.runState !== 'failed' || !instance.autoRestartEnabled) return false
  const { autoRestartCooldownExpiration } = instance
  return !autoRestartCooldownExpiration || autoRestartCooldownExpiration <= now
}
