// Reloading after an upgrade.
import { base } from './base.ts'

/**
 * Reloads, but only if the host responds: the browser's own error page would replace ours, which can retry. It asks for the home page,
 * because a static host has no others.
 */
export const reloadIfReachable = (isSafe = () => true): Promise<void> =>
  fetch(base, { method: 'HEAD' }).then(
    () => (isSafe() ? location.reload() : undefined),
    () => undefined,
  )
