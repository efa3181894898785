// Moves of machines in the model of failover: what the migration loop of a server does about one, and what carries it out.
import { holdsMachine } from '../compute/instance-actions.ts'
import { reached, type Work } from './failover-hosts.ts'
import { forbid, settled, travel, type Move } from './failover-journeys.ts'
import { FailoverTables } from './failover-tables.ts'

export class FailoverMoves extends FailoverTables {
  /** Begun by other work. */
  readonly begun: Work[] = []
  /** Those that a server carries out. */
  private readonly underWay = new Set<number>()

  protected reach = (id: string) => reached(this.host(id))

  protected remove(sled_id: string, id: string, generation = Infinity) {
    const { domains } = this.reach(sled_id)
    const domain = domains.get(id)
    if (domain && this.rules.mayRemove(domain, generation)) domains.delete(id)
  }

  /** A turn of the move of an instance. */
  *move(id: string): Work {
    const move = this.openMove(id)
    if (!move) return
    const row = { ...this.rows.get(id)! }
    const isUnwanted = this.isUnwanted(move)
    const { hasBegun } = move
    yield
    if (!holdsMachine(row.run_state) || !this.rules.isSameStart(row, move)) return this.endMove(move, false)
    let state = yield* this.found(move)
    yield
    if (state === undefined && isUnwanted && hasBegun) {
      if (this.underWay.has(move.id)) return
      forbid(move)
      yield
      state = yield* this.found(move)
      yield
    }
    if (state === 'running') return
    if (state !== undefined || isUnwanted) return this.endMove(move, state === 'completed')
    if (move.hasEnded || this.isUnwanted(move) || [move.from, move.to].some((host) => this.isFenced(host.id))) return
    // the driver looks at the host at once, and notices later whether another move has begun since
    move.hasBegun = true
    reached(move.to)
    const domain = reached(move.from).domains.get(id)
    const isReady = domain?.runs === true && domain.state === 'running' && !move.to.domains.get(id)?.runs
    if (isReady) return void this.begun.push(this.carryOut(move, domain.move))
    yield
    // another server may have begun it meanwhile
    state = yield* this.found(move)
    yield
    if (state === undefined) this.endMove(move, false)
  }

  private isUnwanted = (move: Move) => move.isCancelled || this.rows.get(move.instance_id)!.run_state !== 'migrating';

  private *found(move: Move) {
    if (this.underWay.has(move.id)) return 'running'
    return yield* settled(move, (sled_id) => this.failovers.get(sled_id)?.state === 'fenced', this.rules)
  }

  private *carryOut(move: Move, before: number | undefined): Work {
    if (this.underWay.has(move.id)) return
    this.underWay.add(move.id)
    try {
      yield* travel(move, before, () => move.isCancelled)
    } finally {
      this.underWay.delete(move.id)
    }
  }

  private endMove(move: Move, hasMoved: boolean) {
    if (move.hasEnded) return
    move.hasEnded = true
    const row = this.rows.get(move.instance_id)!
    if (!this.rules.isSameStart(row, move) || row.sled_id === null) return
    if (hasMoved) row.sled_id = move.to.id
    if (row.run_state === 'migrating') row.run_state = 'running'
  }
}
