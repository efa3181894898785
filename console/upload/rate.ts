// How fast something goes on, from what was done in the last seconds.

const WINDOW = 5000

interface Mark {
  at: number
  total: number
}

export function makeRate() {
  let marks: Mark[] = []
  return {
    /** In what `total` counts, per second. */
    note(at: number, total: number): number {
      // one mark before the window stays: it is what the others are measured from
      const old = marks.findLastIndex((mark) => mark.at <= at - WINDOW)
      marks = marks.slice(Math.max(0, old))
      if (!marks.length || at - marks.at(-1)!.at >= 100) marks.push({ at, total })
      const from = marks[0]!
      return at > from.at ? ((total - from.total) * 1000) / (at - from.at) : 0
    },
  }
}
