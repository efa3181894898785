// What a request was allowed to do, checked again while its bytes still flow. A download, a piece of an upload or a console ends soon
// after its caller has lost the session, the role or the thing itself.
import { Failure } from './errors.ts'
import { napping, type Clock } from './ports/clock.ts'

/** What is open must end within two seconds. The rest of them is for the check itself. */
export const ACCESS_CHECK_INTERVAL_MS = 1_000

/** Throws without access. */
type Check = () => Promise<unknown>

/** Resolves when it is over; rejects when access is lost first. */
export async function whileAllowed(clock: Clock, over: AbortSignal, check: Check): Promise<void> {
  while (!over.aborted) {
    await napping(clock, ACCESS_CHECK_INTERVAL_MS, over)
    if (!over.aborted) await check()
  }
}

/** A response whose body breaks off when access is lost. Hosts must not let that look like its end. */
export class HeldResponse extends Response {
  /** Makes a response to the same request, such as a compressed one, which breaks off like this one. */
  readonly holding: (response: Response) => HeldResponse

  constructor(response: Response, clock: Clock, check: Check) {
    const { status, headers } = response
    super(heldBody(response.body!, clock, check), { status, headers })
    this.holding = (other) => new HeldResponse(other, clock, check)
  }
}

/** Checks from the first read on, so that a body that nobody reads costs nothing. */
function heldBody(body: ReadableStream<Uint8Array>, clock: Clock, check: Check): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const over = new AbortController()
  let isStarted = false

  function start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    isStarted = true
    whileAllowed(clock, over.signal, check).catch((reason: unknown) => {
      if (over.signal.aborted) return
      over.abort()
      // not when it is next read: the client may be taking its time
      controller.error(reason)
      reader.cancel(reason).catch(() => undefined)
    })
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!isStarted) start(controller)
        const { done, value } = await reader.read().catch((error: unknown) => {
          over.abort()
          throw error
        })
        if (over.signal.aborted) return
        if (!done) return controller.enqueue(value)
        over.abort()
        controller.close()
      },
      async cancel(reason) {
        over.abort()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}

/** The parts of a request's body, until access is lost. That does not wait for the sender, who can be slow on purpose. */
export async function* heldParts(
  parts: AsyncIterable<Uint8Array>,
  clock: Clock,
  check: Check,
): AsyncGenerator<Uint8Array> {
  const over = new AbortController()
  const reader = parts[Symbol.asyncIterator]()
  const lost = whileAllowed(clock, over.signal, check).then(
    () => new Promise<never>(() => undefined),
    (reason: unknown) => Promise.reject(reason instanceof Failure ? unread(reason) : (reason as Error)),
  )
  lost.catch(() => undefined)
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.next(), lost])
      if (done) return
      yield value
    }
  } finally {
    over.abort()
    // resolves after the part that is still arriving
    reader.return?.()?.catch(() => undefined)
  }
}

/** The host answers at once, instead of reading the rest first. */
function unread({ code, message, status, headers, subject }: Failure): Failure {
  return Object.assign(new Failure(code, message, status, { ...headers, connection: 'close' }), { subject })
}
