// Who answers the API: the control plane in this process, or another host behind us. The rest of the server sees no difference.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

export interface Backend {
  /** Whether it answers this request. Otherwise it is a page of the console. */
  handles(method: string, pathname: string): boolean
  /** Whether callers from this address are let in. A promise only when it has to be looked up first. */
  admits(address: string): boolean | Promise<boolean>
  /** Whether requests can be answered: the database, or the host behind us, responds. */
  isReady(): Promise<boolean>
  answer(incoming: IncomingMessage, outgoing: ServerResponse): void
  upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer, requestId: string): void
  /** Says goodbye on the sockets that it holds. */
  close(): void
}
