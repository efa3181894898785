// Which versions of the data have been read, until live updates begin. The host names the version with each read and with the hello of
// the event stream; if they are the same, nothing has changed in between. Hosts with a shared database name none.
const versions = new Set<string | undefined>()
let isOver = false

export function noteVersion({ headers }: Response, method = 'GET'): void {
  if (method === 'GET' && !isOver) versions.add(headers.get('x-data-version') ?? undefined)
}

/** Whether everything was read at this version. Asked once, when live updates have begun. */
export function isRead(version: string | undefined): boolean {
  isOver = true
  return version !== undefined && [...versions].every((one) => one === version)
}
