// What Ceph says about itself.
import type { StorageProblem } from '../blocks.ts'
import type { Clock } from '../clock.ts'
import { DriverError } from '../driver-error.ts'
import type { CephTools } from './tools.ts'

/** How long an answer counts: pages ask often, and each answer is a process. */
const FRESH_MS = 5_000
/** Nobody waits for a cluster that is known to be away for this long. */
const AWAY_MS = 60_000

interface Df {
  pools: { name: string; stats: { stored: number; max_avail: number } }[]
}

export interface Space {
  free: number
  total: number
}

/** Returns the space of the pool, after replication. */
export async function spaceIn(tools: CephTools): Promise<Space> {
  const { pools } = await tools.ceph<Df>('df')
  const found = pools.find(({ name }) => name === tools.pool.pool)
  if (!found) throw new DriverError('host', `Ceph has no pool ${tools.pool.pool}`)
  const { stored, max_avail: free } = found.stats
  return { free, total: free + stored }
}

interface Check {
  severity: 'HEALTH_WARN' | 'HEALTH_ERR'
  summary: { message: string; count: number }
  muted: boolean
}

/** The part of `ceph status` that is read. */
export interface CephStatus {
  health: { checks: Record<string, Check> }
}

/** `isError` where Ceph only warns. */
type Words = Pick<StorageProblem, 'kind'> & { advice: string; isError?: boolean }

const SPACE = 'Delete disks and snapshots, or add OSDs'
const NO_WRITES =
  'Guests that write wait until there is space, and so does what is deleted. Add OSDs, or let some be deleted by a higher `ceph osd set-full-ratio`'
const OSDS = 'Check the hosts and disks of the OSDs that are down'

/** What the checks of Ceph mean to an operator, by their names. */
const WORDS: Record<string, Words> = {
  OSD_FULL: { kind: 'full', advice: NO_WRITES },
  POOL_FULL: { kind: 'full', advice: NO_WRITES, isError: true },
  OSD_BACKFILLFULL: { kind: 'full', advice: SPACE },
  OSD_NEARFULL: { kind: 'full', advice: SPACE },
  POOL_NEARFULL: { kind: 'full', advice: SPACE },
  POOL_NEAR_FULL: { kind: 'full', advice: SPACE },
  POOL_BACKFILLFULL: { kind: 'full', advice: SPACE },
  SLOW_OPS: { kind: 'slow', advice: 'Look for a failing disk or an overloaded host with `ceph health detail`' },
  OSD_SLOW_PING_TIME_BACK: { kind: 'slow', advice: 'Check the network between the hosts of Ceph' },
  OSD_SLOW_PING_TIME_FRONT: { kind: 'slow', advice: 'Check the network between the hosts of Ceph' },
  BLUESTORE_SLOW_OP_ALERT: { kind: 'slow', advice: 'Look for a failing disk with `ceph health detail`' },
  OSD_DOWN: { kind: 'degraded', advice: OSDS },
  OSD_HOST_DOWN: { kind: 'degraded', advice: OSDS },
  PG_AVAILABILITY: { kind: 'degraded', advice: `Guests wait for some of their data. ${OSDS}` },
  PG_DEGRADED: { kind: 'degraded', advice: 'Ceph makes the missing copies again. Turn off no other host meanwhile' },
  PG_DAMAGED: { kind: 'degraded', advice: 'Copies differ. See `ceph health detail` before you repair them' },
  OSD_SCRUB_ERRORS: { kind: 'degraded', advice: 'Copies differ. See `ceph health detail` before you repair them' },
  MON_DOWN: { kind: 'degraded', advice: 'Start it again: without most of its monitors, Ceph stops' },
  MON_CLOCK_SKEW: { kind: 'degraded', advice: 'Check the time service of the hosts of the monitors' },
  MON_DISK_LOW: { kind: 'degraded', advice: 'Make space on the hosts of the monitors: without it they stop' },
  MON_DISK_CRIT: { kind: 'degraded', advice: 'Make space on the hosts of the monitors now: they are about to stop' },
  MGR_DOWN: { kind: 'degraded', advice: 'Start a manager: without one, the free space is not known' },
}

const UNKNOWN: Words = {
  kind: 'degraded',
  advice: 'See `ceph health detail`, or mute it in Ceph if you can live with it',
}

/** What is muted in Ceph is not told. Errors first. */
export function problemsOf({ health }: CephStatus): StorageProblem[] {
  const checks = Object.entries(health.checks).filter(([, { muted }]) => !muted)
  const problems = checks.map(([name, { severity, summary }]) => {
    const { kind, advice, isError = severity === 'HEALTH_ERR' } = WORDS[name] ?? UNKNOWN
    return { kind, isError, text: `Ceph reports: ${summary.message}. ${advice}` }
  })
  return problems.toSorted((a, b) => Number(b.isError) - Number(a.isError))
}

const away = ({ message }: DriverError): StorageProblem => ({
  kind: 'down',
  isError: true,
  text: `${message}. Guests wait, and nothing is lost. Check the monitors, and the network between them and this server`,
})

export interface CephHealth {
  problems(): Promise<StorageProblem[]>
  /** Up to some seconds old. */
  space(): Promise<Space>
}

interface Answer {
  problems: StorageProblem[]
  space: Space | DriverError
}

/** One look at a time answers everybody. */
export function watchHealth(tools: CephTools, clock: Clock): CephHealth {
  let last: { at: number; answer: Answer } | undefined
  let looking: Promise<Answer> | undefined

  async function look(): Promise<Answer> {
    try {
      const problems = problemsOf(await tools.ceph<CephStatus>('status'))
      return { problems, space: await spaceIn(tools) }
    } catch (error) {
      if (!(error instanceof DriverError)) throw error
      return { problems: [away(error)], space: error }
    }
  }

  async function lookNow(): Promise<Answer> {
    try {
      const answer = await look()
      last = { at: clock.now().getTime(), answer }
      return answer
    } finally {
      looking = undefined
    }
  }

  async function current(): Promise<Answer> {
    const age = last ? Math.abs(clock.now().getTime() - last.at) : Infinity
    if (last && age < FRESH_MS) return last.answer
    looking ??= lookNow()
    const isAway = last?.answer.space instanceof DriverError && age < AWAY_MS
    if (!isAway) return looking
    // whoever waits for it has asked before
    looking.catch(() => undefined)
    return last!.answer
  }

  return {
    problems: async () => (await current()).problems,
    async space() {
      const { space } = await current()
      if (space instanceof DriverError) throw space
      return space
    },
  }
}
