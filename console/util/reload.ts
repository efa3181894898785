/** Reloads, but only if the server responds: the browser's own error page would replace ours, which can retry. */
export const reloadIfReachable = (isSafe = () => true): Promise<void> =>
  fetch(location.href, { method: 'HEAD' }).then(
    () => (isSafe() ? location.reload() : undefined),
    () => undefined,
  )
