// The frame shows before the first page has loaded. Until then it does without the user's details, and loads nothing of its own.
import { useContext } from 'react'
import { UNSAFE_DataRouterStateContext as RouterState } from 'react-router'
import { currentUser } from '../me-queries.ts'
import { useLoad } from '../use-api.ts'

export const useFirstPageLoaded = (): boolean => useContext(RouterState)?.initialized ?? false

/** Errors are left to the loader. */
export const useFrameUser = (subscribed = true) => useLoad(currentUser(), { optional: true, subscribed }).data

/** Does not render a layout when the user arrives before the first page, which renders it again anyway. */
export const useLayoutUser = () => useFrameUser(useFirstPageLoaded())

export const isFleetViewer = (user: ReturnType<typeof useFrameUser>) => user && user.fleetRole !== 'none'
