// Forms that open over a page without a place of their own. Their code comes when the page is idle or the form is wanted.
import { useCallback, type ComponentType } from 'react'
import { late, useLate } from '../ui/display/late.ts'
import { toast } from '../ui/overlay/toast.tsx'

/** `const Resize = lateForm(async () => (await import('…')).InstanceResizeForm)`, then render it while it is open. */
export function lateForm<P extends { onClose: () => void }>(
  fetchPart: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  const part = late<P>(fetchPart)
  return function LateForm(props: P) {
    const { onClose } = props
    const fail = useCallback(() => {
      toast({ tone: 'error', content: 'The form could not be loaded. Check the connection and try again.' })
      // or the next press would find it open already, and do nothing
      onClose()
    }, [onClose])
    return useLate(part, true, false, fail) ? <part.Part {...props} /> : null
  }
}
