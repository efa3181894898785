// A text that a table keeps in the address, so that a reload, a link and going back keep it. It also survives forms over the page,
// whose addresses do not have it.
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { isLeaving, useAddress, useNextLocation } from '../address.ts'
import { setView, type ViewParam } from '../util/view-params.ts'

/** Each letter typed would be a navigation, which browsers limit. */
const WRITE_DELAY_MS = 250

/** `owner` names what is listed: the same page of another project begins anew. */
export function useAddressText(param: ViewParam, owner = ''): [text: string, set: (text: string) => void] {
  const { search, change } = useAddress()
  const { pathname } = useLocation()
  const goal = useNextLocation()?.pathname ?? pathname
  const inAddress = search.get(param) ?? ''
  const [typed, setTyped] = useState({ owner, text: inAddress })
  const text = typed.owner === owner ? typed.text : inAddress
  const seen = useRef(inAddress)
  /** What was written and has not arrived: the address changes later, and meanwhile more is typed. */
  const written = useRef<string[]>([])
  const home = useRef(pathname)
  const set = (next: string) => {
    home.current = pathname
    setTyped({ owner, text: next })
  }
  useEffect(() => {
    const isNew = inAddress !== seen.current
    seen.current = inAddress
    const own = isNew ? written.current.indexOf(inAddress) : -1
    written.current = isNew && inAddress === text ? [] : written.current.slice(own + 1)
    // a link to another view of this page, or to another page like it
    if (typed.owner !== owner || (isNew && own === -1 && inAddress !== '')) {
      home.current = pathname
      setTyped({ owner, text: inAddress })
      return
    }
    // writing the address would cancel a navigation to another page
    if (inAddress === text || pathname !== home.current || goal !== pathname) return
    const timer = setTimeout(() => {
      if (isLeaving(pathname)) return
      written.current.push(text)
      change((search) => setView(search, param, text), { preventScrollReset: true })
    }, WRITE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [inAddress, typed.owner, owner, text, pathname, goal, param, change])
  return [text, set]
}
