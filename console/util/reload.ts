/** A fresh page, but only when somebody answers: the browser's own error would take the place of ours, which can try again. */
export const reloadIfReachable = (): Promise<void> =>
  fetch(location.href, { method: 'HEAD' }).then(
    () => location.reload(),
    () => undefined,
  )
