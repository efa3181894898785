// VPCs that somebody else has changed, so that each such change is told once. Our own changes arrive whole, and so do those of other
// servers.
import type { Owner, Present } from './present.ts'

export class ForeignChanges {
  readonly #present: Present
  #changed = new Set<string>()
  readonly #removing = new Set<string>()

  constructor(present: Present) {
    this.#present = present
  }

  /** Zero if somebody else has changed the VPC, or the external network that it uses. */
  generationOf(owner: Owner): number {
    const isWhole = this.#present.externalsOf(owner.id).every((external) => this.#present.generation(external) > 0)
    return isWhole ? this.#present.generation(owner) : 0
  }

  /** What has changed until now counts as told. */
  reset(): void {
    const changed = this.#present.owners('vpc').filter((owner) => this.generationOf(owner) === 0)
    this.#changed = new Set(changed.map(({ id }) => id))
  }

  /** Whether one of these is no longer what we made it. */
  notice(touched: readonly Owner[]): boolean {
    let isNew = false
    const isShared = touched.some(({ kind }) => kind === 'external')
    const own = touched.filter(({ kind }) => kind === 'vpc')
    for (const owner of isShared ? [...own, ...this.#present.owners('vpc')] : own) {
      const isRemoved = this.#removing.has(owner.id) && this.#present.of(owner).size === 0
      if (isRemoved || this.generationOf(owner) > 0) this.#changed.delete(owner.id)
      else if (!this.#changed.has(owner.id)) {
        this.#changed.add(owner.id)
        isNew = true
      }
    }
    return isNew
  }

  /** Until it is done, the absence of the VPC is our own change. */
  async whileRemoving<T>(vpc_id: string, work: () => Promise<T>): Promise<T> {
    this.#removing.add(vpc_id)
    return await work().finally(() => this.#removing.delete(vpc_id))
  }
}
