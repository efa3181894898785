// Listens to the event stream, watches for other users in other tabs, and looks after the focus while the frame is there. Apart
// from the frame, because a first page can be shown without it.
import { useEffect } from 'react'
import { isPreview } from '../host.ts'
import { listen } from '../live.ts'
import { noteLostSession } from '../lost-session.ts'
import { ownRoles } from '../me-queries.ts'
import { useMe } from '../me.ts'
import { useLoad } from '../use-api.ts'
import { keepFocus } from './keep-focus.ts'
import { watchUser } from './watch-user.ts'

export function LiveStream() {
  const { user } = useMe()
  // keeps them up to date for everything that depends on them
  useLoad(ownRoles(), { optional: true })
  useEffect(() => listen(), [])
  useEffect(() => noteLostSession(false), [])
  useEffect(() => keepFocus(), [])
  useEffect(() => {
    // the windows of a preview follow each other by themselves
    if (!isPreview) return watchUser(user.id)
  }, [user.id])
  return null
}
