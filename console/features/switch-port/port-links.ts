// The links of a port. The contract does not define the format of a port's status, so unknown formats are tolerated.

export interface PortLink {
  linkName: string
  state: string
  since: Date | undefined
  speed: string
  fec: string
  mtu: number | undefined
  autoneg: boolean | undefined
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Undefined when the status has another format. */
export function linksIn(status: unknown): PortLink[] | undefined {
  if (!isObject(status) || !Array.isArray(status['links'])) return undefined
  return status['links'].filter(isObject).map(({ linkName, state, since, speed, fec, mtu, autoneg }) => {
    const moment = new Date(since as string)
    return {
      linkName: textOf(linkName),
      state: textOf(state),
      since: Number.isNaN(moment.getTime()) ? undefined : moment,
      speed: textOf(speed),
      fec: textOf(fec),
      mtu: typeof mtu === 'number' ? mtu : undefined,
      autoneg: typeof autoneg === 'boolean' ? autoneg : undefined,
    }
  })
}

export type LinkSummary = 'up' | 'partly up' | 'down'

export function summaryOf(links: readonly PortLink[]): LinkSummary {
  const up = links.filter(({ state }) => state === 'up').length
  return up === 0 ? 'down' : up < links.length ? 'partly up' : 'up'
}
