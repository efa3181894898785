// Which targets on a page are too small or too close together for a finger (WCAG 2.5.8): under 24 px, not part of a sentence, and with
// another target within the 24 px circle around their center.
// oxlint-disable unicorn/consistent-function-scoping -- the functions run in the page
import type { Page } from '@playwright/test'

export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const MIN_PX = 24
    interface Target {
      element: Element
      left: number
      top: number
      right: number
      bottom: number
    }
    const isSmall = ({ left, top, right, bottom }: Target) => Math.min(right - left, bottom - top) < MIN_PX - 0.5

    /** Pseudo-elements can enlarge what a finger hits. */
    const targetOf = (element: Element): Target => {
      const { left, top, right, bottom } = (element.closest('label') ?? element).getBoundingClientRect()
      const sizes = ['::before', '::after']
        .map((name) => getComputedStyle(element, name))
        .filter(({ content, position }) => content !== 'none' && position === 'absolute')
      const grow = (size: number, side: 'width' | 'height') =>
        Math.max(0, ...sizes.map((style) => (parseFloat(style[side]) || 0) - size)) / 2
      const [x, y] = [grow(right - left, 'width'), grow(bottom - top, 'height')]
      return { element, left: left - x, top: top - y, right: right + x, bottom: bottom + y }
    }
    /** A link within a sentence is as tall as its line. */
    const isInText = (element: Element) =>
      getComputedStyle(element).display === 'inline' &&
      [...(element.parentElement?.childNodes ?? [])].some((node) => node.nodeType === 3 && node.textContent?.trim())

    const INTERACTIVE = 'a[href], button, input, select, textarea, summary, [role=gridcell][tabindex], [role=button]'
    const targets = [...document.querySelectorAll(INTERACTIVE)]
      .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((element) => !element.closest('[aria-hidden=true], [inert]') && !element.matches('[type=file]'))
      .map(targetOf)
      .filter(({ left, right, top, bottom }) => right > left && bottom > top && right > 0 && bottom > 0)
    const centerOf = ({ left, top, right, bottom }: Target) => [(left + right) / 2, (top + bottom) / 2] as const
    const isClose = (one: Target, other: Target) => {
      if (one.element.contains(other.element) || other.element.contains(one.element)) return false
      if (one.element.closest('label') && one.element.closest('label') === other.element.closest('label')) return false
      const [x, y] = centerOf(one)
      if (isSmall(other)) {
        const [otherX, otherY] = centerOf(other)
        return Math.hypot(x - otherX, y - otherY) < MIN_PX - 0.5
      }
      const away = (at: number, from: number, to: number) => Math.max(from - at, 0, at - to)
      return Math.hypot(away(x, other.left, other.right), away(y, other.top, other.bottom)) < MIN_PX / 2 - 0.5
    }
    return targets
      .filter((one) => isSmall(one) && !isInText(one.element))
      .flatMap((one) => {
        const near = targets.find((other) => other !== one && isClose(one, other))
        const text = (element: Element) =>
          (element.getAttribute('aria-label') ?? element.textContent ?? '').trim() || element.outerHTML.slice(0, 80)
        const size = `${Math.round(one.right - one.left)} x ${Math.round(one.bottom - one.top)}`
        return near ? `${text(one.element)} (${size}) is too close to ${text(near.element)}` : []
      })
  })
