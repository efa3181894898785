// Long connections: WebSockets and live streams.

/** The control plane's WebSocket interface. Each host adapts its own sockets. */
export interface Socket {
  send(data: Uint8Array | string): void
  /** Bytes accepted by send but not yet sent, for backpressure. */
  buffered(): number
  close(code: number, reason: string): void
  onMessage(listener: (data: Uint8Array | string) => void): void
  onClose(listener: () => void): void
}

/** Where the bytes of a live stream go. */
export interface Sink {
  write(bytes: Uint8Array): void
  /** Bytes accepted by write but not yet sent, for backpressure. */
  buffered(): number
  end(): void
  /** Ends without sending what is buffered. */
  destroy(reason: Error): void
  onClose(listener: () => void): void
}

/** An upgrade is refused with a response, or accepted with a function to call once the socket is open. */
export type Upgrade = Response | ((socket: Socket) => void)
