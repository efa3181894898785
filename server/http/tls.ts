// The server's own certificate. It is read again when its files change, so that renewing it needs no restart.
import { X509Certificate } from 'node:crypto'
import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import { createServer, type Server } from 'node:https'
import { createSecureContext } from 'node:tls'
import type { Log } from '#control/frame/ports/host.ts'
import { BadOption, type Options } from '../options.ts'

export type TlsFiles = NonNullable<Options['tls']>

/** Works on network file systems and through links that are replaced, which watching for events does not. */
const CHECK_INTERVAL_MS = 5000

export function makeTlsServer(files: TlsFiles): Server {
  return createServer(read(files))
}

/** A certificate that cannot be used leaves the old one in place. */
export function reloadTls(server: Server, files: TlsFiles, log: Pick<Log, 'info' | 'error'>): void {
  try {
    server.setSecureContext(read(files))
    log.info('the certificate was reloaded', { expires: expiryOf(files)?.toISOString() })
  } catch (error) {
    log.error('the certificate could not be reloaded, so the old one stays', { error: (error as Error).message })
  }
}

/** Returns how to stop. */
export function watchTls({ cert, key }: TlsFiles, onChange: () => void, interval = CHECK_INTERVAL_MS): () => void {
  const changed = (now: { mtimeMs: number }, before: { mtimeMs: number }) => {
    if (now.mtimeMs !== before.mtimeMs) onChange()
  }
  for (const file of [cert, key]) watchFile(file, { interval, persistent: false }, changed)
  return () => [cert, key].forEach((file) => unwatchFile(file, changed))
}

/** When the first certificate of the file expires; undefined if it cannot be read. */
export function expiryOf({ cert }: TlsFiles): Date | undefined {
  try {
    return new Date(new X509Certificate(readFileSync(cert)).validTo)
  } catch {
    return undefined
  }
}

function read({ cert, key }: TlsFiles): { cert: Buffer; key: Buffer } {
  const files = { cert: readOne(cert), key: readOne(key) }
  try {
    // a key that does not match is found here, not at the next connection
    createSecureContext(files)
    return files
  } catch (error) {
    throw new BadOption(`cannot use ${cert} and ${key} for TLS: ${(error as Error).message}`)
  }
}

function readOne(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new BadOption(`cannot read ${file}: ${(error as Error).message}`)
  }
}
