// What serves the API: the control plane in this process, or an upstream host. The rest of the server sees no difference.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

export interface Backend {
  /** Whether the backend handles this request; the console's pages handle the rest. */
  handles(method: string, pathname: string): boolean
  /** Whether callers from this address are admitted. A promise only when the list has to be read first. */
  admits(address: string): boolean | Promise<boolean>
  /** Whether the database, or the upstream host, responds. */
  isReady(): Promise<boolean>
  answer(incoming: IncomingMessage, outgoing: ServerResponse): void
  upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer, requestId: string): void
  /** Closes its open sockets. */
  close(): void
}
