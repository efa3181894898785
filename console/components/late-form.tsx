// Forms that open over a page without a place of their own. Their code comes when the page is idle or the form is wanted.
import type { ComponentType } from 'react'
import { late, useLate } from '../ui/late.ts'

/** `const Resize = lateForm(async () => (await import('…')).InstanceResizeForm)`, then render it while it is open. */
export function lateForm<P extends object>(fetchPart: () => Promise<ComponentType<P>>): ComponentType<P> {
  const part = late<P>(fetchPart)
  return function LateForm(props: P) {
    return useLate(part, true, false) ? <part.Part {...props} /> : null
  }
}
