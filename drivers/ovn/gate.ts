// Something that happens once, and can be waited for.

export interface Gate {
  open(): void
  opened: Promise<void>
}

export function makeGate(): Gate {
  const gate = { open: undefined as (() => void) | undefined }
  const opened = new Promise<void>((resolve) => (gate.open = resolve))
  return { open: () => gate.open?.(), opened }
}
