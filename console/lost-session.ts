// Remembers that a session ended while it was in use, so that the login page can say so. In the storage of this tab, because a page load
// may lie between.
const NAME = 'rackwright-lost-session'

export function noteLostSession(isLost: boolean): void {
  try {
    if (isLost) sessionStorage.setItem(NAME, '')
    else sessionStorage.removeItem(NAME)
  } catch {
    // without storage, the login page says nothing
  }
}

export function wasSessionLost(): boolean {
  try {
    return sessionStorage.getItem(NAME) !== null
  } catch {
    return false
  }
}
