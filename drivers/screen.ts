// The screen of a machine with its keyboard and pointer: bytes of the RFB protocol (RFC 6143), which the driver does not look into.

export interface ScreenConnection {
  /** Waits for bytes. Undefined once the machine has closed the connection. One read at a time. */
  read(): Promise<Uint8Array | undefined>
  /** Resolves when the machine has taken them. */
  write(bytes: Uint8Array): Promise<void>
  close(): void
}
