// Marks where a scrolling box hides content with data-above/-below/-before/-after, for shadows. Set on the element itself, because
// a state change on each scroll would rerender every row.
import { useEffect, type RefObject } from 'react'

const throttle = 125
const control = 'a[href], button, input, select, textarea, [tabindex="0"]'

export function useOverflow(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = ref.current
    if (!box) return
    let timer: number | undefined
    let again = false
    const measure = () => {
      box.toggleAttribute('data-above', box.scrollTop > 1)
      box.toggleAttribute('data-below', box.scrollTop + box.clientHeight < box.scrollHeight - 1)
      box.toggleAttribute('data-before', box.scrollLeft > 1)
      box.toggleAttribute('data-after', box.scrollLeft + box.clientWidth < box.scrollWidth - 1)
      const isTall = box.scrollHeight > box.clientHeight + 1
      const isWide = box.scrollWidth > box.clientWidth + 1
      // scrolled by keyboard: controls scroll a tall box as they get the focus, but those of a row may be at its ends only
      box.tabIndex = isWide || (isTall && !box.querySelector(control)) ? 0 : -1
    }
    // throttled at both edges: without measuring the last position, a shadow would stay at the end of the list
    const onScroll = () => {
      if (timer !== undefined) {
        again = true
        return
      }
      measure()
      timer = window.setTimeout(() => {
        timer = undefined
        if (again) onScroll()
        again = false
      }, throttle)
    }
    measure()
    box.addEventListener('scroll', onScroll, { passive: true })
    const sizes = new ResizeObserver(onScroll)
    sizes.observe(box)
    if (box.firstElementChild) sizes.observe(box.firstElementChild)
    return () => {
      clearTimeout(timer)
      box.removeEventListener('scroll', onScroll)
      sizes.disconnect()
    }
  }, [ref])
}
