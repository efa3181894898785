// Keeps the keyboard near its place when the focused element disappears, such as the menu button of a deleted row. Browsers would
// continue at the top of the document.

const TARGETS = 'a[href], button:not(:disabled), input[type=checkbox]'
/** Closing dialogs and menus return the focus themselves, a moment later. */
const SETTLE_MS = 250

interface Step {
  element: Element
  neighbors: readonly (Element | null)[]
}

export function keepFocus(): () => void {
  /** From the element focused last up to the root. */
  let trail: readonly Step[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const isLost = () =>
    document.activeElement === document.body && trail[0] !== undefined && !trail[0].element.isConnected
  const remember = ({ target }: FocusEvent) => {
    trail = target instanceof Element ? trailOf(target) : []
  }
  const recover = () => {
    if (isLost()) nextTo(trail)?.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(() => {
    if (!isLost()) return
    clearTimeout(timer)
    timer = setTimeout(recover, SETTLE_MS)
  })
  observer.observe(document.body, { childList: true, subtree: true })
  addEventListener('focusin', remember)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    removeEventListener('focusin', remember)
  }
}

function trailOf(focused: Element): Step[] {
  const trail: Step[] = []
  for (let element: Element | null = focused; element; element = element.parentElement)
    trail.push({ element, neighbors: [element.nextElementSibling, element.previousElementSibling] })
  return trail
}

/** The next row in a table, otherwise the dialog or page around the element. */
function nextTo(trail: readonly Step[]): HTMLElement | null {
  const at = trail.findIndex(({ element }) => element.isConnected)
  const row = trail[at - 1]
  for (const neighbor of row?.element.tagName === 'TR' ? row.neighbors : []) {
    const target = neighbor?.isConnected && neighbor.querySelector<HTMLElement>(TARGETS)
    if (target) return target
  }
  return trail[at]?.element.closest<HTMLElement>('[role=dialog]') ?? document.getElementById('content')
}
