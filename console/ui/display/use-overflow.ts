// Tells where a scrolling box hides content, as data-above/-below/-before/-after for shadows. Set on the element itself:
// a state change on each scroll would render every row again.
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
      const hidden = box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1
      // content without a control could otherwise not be scrolled by keyboard
      box.tabIndex = hidden && !box.querySelector(control) ? 0 : -1
    }
    // leading and trailing: the last position must be measured, or a shadow stays at the end of the list
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
