// The cost of a page of 25 out of 1,000, 100,000 and 1,000,000 instances, in every sort order, on both databases.
import { median, report, type Figure } from './table.ts'
import { openBench, type DatabaseName } from './world.ts'

const SIZES = { small: 1000, medium: 100_000, large: Number(process.env.ROWS ?? 1_000_000) }
const SORTS = ['name_ascending', 'name_descending', 'id_ascending']
const PAGES = 100
const ROUNDS = 5
/** Relative to a page of the smallest. */
const MAX_GROWTH = 1.4

type Project = keyof typeof SIZES

const count = (rows: number) => rows.toLocaleString('en')

async function measure(database: DatabaseName): Promise<Figure[]> {
  const bench = await openBench({ database })
  for (const [project, rows] of Object.entries(SIZES)) await bench.fill(project, rows)

  // CPU time, so that other programs do not count. PostgreSQL has its own processes, so there it is elapsed time.
  const spent = () => {
    if (database === 'PostgreSQL') return performance.now() * 1000
    const { user, system } = process.cpuUsage()
    return user + system
  }

  /** Microseconds per page, walking through the list. */
  async function pageTime(project: Project, sort: string): Promise<number> {
    const first = await bench.get(`/v1/instances?project=${project}&limit=25&sort_by=${sort}`)
    const { next_page: begin } = (await first.json()) as { next_page: string }
    let next_page = begin
    let used = 0
    for (let n = 0; n < PAGES; n++) {
      const before = spent()
      const reply = await bench.get(`/v1/instances?limit=25&page_token=${next_page}`)
      const { items, next_page: next } = (await reply.json()) as { items: unknown[]; next_page: string | null }
      used += spent() - before
      // at the end start again: a thousand rows have only 40 pages
      next_page = items.length === 25 && next !== null ? next : begin
    }
    return used / PAGES
  }

  const rows: Figure[] = []
  for (const sort of SORTS) {
    const rounds: Record<Project, number>[] = []
    for (let round = 0; round < ROUNDS; round++)
      rounds.push({
        small: await pageTime('small', sort),
        medium: await pageTime('medium', sort),
        large: await pageTime('large', sort),
      })
    const ms = median(rounds.map((round) => round.small)) / 1000
    rows.push({ what: `${sort}: ${count(SIZES.small)}`, measured: ms, unit: ' ms' })
    for (const project of ['medium', 'large'] as const)
      rows.push({
        what: `${sort}: ${count(SIZES[project])}, relative to ${count(SIZES.small)}`,
        measured: median(rounds.map((round) => round[project] / round.small)),
        atMost: MAX_GROWTH,
      })
  }
  await bench.close()
  return rows
}

for (const database of ['SQLite', 'PostgreSQL'] as const)
  report(`${database}: cost of a page of 25, by sort order and number of instances`, await measure(database))
