/** A fresh page, but only when somebody answers: the browser's own error would take the place of ours, which can try again. */
export const reloadIfReachable = (isSafe = () => true): Promise<void> =>
  fetch(location.href, { method: 'HEAD' }).then(
    () => (isSafe() ? location.reload() : undefined),
    () => undefined,
  )
