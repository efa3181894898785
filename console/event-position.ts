// How much of the event log the reads before live updates contain. The stream starts after the earliest of them, so that a change
// between a read and the stream's start is neither lost nor a reason to read everything again. Hosts without an event log name no
// position.
const positions = new Set<number>()
let isOver = false

export function notePosition({ headers }: Response, method = 'GET'): void {
  // NaN if the host names none
  if (method === 'GET' && !isOver) positions.add(Number(headers.get('x-event-position') ?? Number.NaN))
}

/** Every event after it is news to some read. */
export function earliestRead(): string | undefined {
  const earliest = Math.min(...positions)
  return Number.isFinite(earliest) ? String(earliest) : undefined
}

/** Whether a stream that starts after `position` tells of everything the reads have missed. Asked once, when live updates begin. */
export function isCovered(position: string | undefined): boolean {
  isOver = true
  return [...positions].every((one) => one >= Number(position))
}
