// The frame shows before the first page has loaded. Until then it does without the user's details, and loads nothing of its own.
import { useMatches } from 'react-router'
import { currentUser } from '../me-queries.ts'
import type { Handle } from '../route.ts'
import { useLoad } from '../use-api.ts'

/** The content of an area has no data of its loader before the first page has loaded. Other pages have no frame until then. */
export const useFirstPageLoaded = (): boolean =>
  useMatches().every(({ handle, loaderData }) => !isContent(handle) || loaderData !== undefined)

const isContent = (handle: unknown) => (handle as Handle | undefined)?.frame === 'content'

/** Errors are left to the loader. */
export const useFrameUser = (subscribed = true) => useLoad(currentUser(), { optional: true, subscribed }).data

/** Does not render a layout when the user arrives before the first page, which renders it again anyway. */
export const useLayoutUser = () => useFrameUser(useFirstPageLoaded())

export const isFleetViewer = (user: ReturnType<typeof useFrameUser>) => user && user.fleetRole !== 'none'
