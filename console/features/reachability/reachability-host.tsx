// The card of the reachability check. It comes after the content of its page, which reserves its height.
import { lazyPart } from '../../ui/display/lazy.tsx'

export const ReachabilityCard = lazyPart(
  async () => (await import('./reachability-check.lazy.tsx')).ReachabilityCheck,
  <div className="h-18.5 rounded-md border border-line bg-raised max-sm:h-32.5" />,
)
