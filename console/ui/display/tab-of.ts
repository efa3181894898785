// The selected tab of a page.

/**
 * Returns which of the tabs a path belongs to, or -1. A form's path extends its list's: subnets-new belongs to subnets, hosts-setup to
 * hosts. The longest fits best: ip-pools-service has a tab of its own beside ip-pools.
 */
export function tabOf(tabs: readonly string[], pathname: string): number {
  const fits = (tab: string) => pathname === tab || pathname.startsWith(`${tab}/`) || pathname.startsWith(`${tab}-`)
  const [best] = tabs.filter(fits).toSorted((one, other) => other.length - one.length)
  return best === undefined ? -1 : tabs.indexOf(best)
}
