// Small preferences stored in this browser. Without storage (private windows) they are lost on reload.
const named = (name: string) => `rackwright-${name}`

export function kept(name: string): string | undefined {
  try {
    return localStorage.getItem(named(name)) ?? undefined
  } catch {
    return undefined
  }
}

export function keep(name: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(named(name))
    else localStorage.setItem(named(name), value)
  } catch {
    // lost when the page is left
  }
}
