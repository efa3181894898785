// The event log positions of reads that happened before live updates started. The stream starts after the earliest of them, so
// that a change between a read and the stream's start is neither lost nor a reason to refetch everything. Hosts without an event
// log send no position.
const positions = new Set<number>()
let isOver = false

export function notePosition({ headers }: Response, method = 'GET'): void {
  // NaN if the host sends none
  if (method === 'GET' && !isOver) positions.add(Number(headers.get('x-event-position') ?? Number.NaN))
}

/** Some read has not seen the events after this position. */
export function earliestRead(): string | undefined {
  const earliest = Math.min(...positions)
  return Number.isFinite(earliest) ? String(earliest) : undefined
}

/** Whether a stream that starts after `position` covers everything the reads missed. Called once, when live updates start. */
export function isCovered(position: string | undefined): boolean {
  isOver = true
  return [...positions].every((one) => one >= Number(position))
}
