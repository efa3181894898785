// Which modal is on top. Base UI knows only modals nested in React; ours are often siblings (a confirm above a side modal),
// and without this one Escape would close them all.
import { useEffect, useRef } from 'react'

const open: symbol[] = []

/** A function that tells whether this layer is the top one, while `shown`. */
export function useLayer(shown: boolean): () => boolean {
  const mark = useRef<symbol>(undefined)
  useEffect(() => {
    if (!shown) return
    const own = Symbol('layer')
    mark.current = own
    open.push(own)
    return () => {
      open.splice(open.indexOf(own), 1)
    }
  }, [shown])
  return () => open.at(-1) === mark.current
}
