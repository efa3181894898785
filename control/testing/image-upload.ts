// What specs of image uploads share: request bodies, and the loop that makes the images.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { imageUploadLoop } from '../reconcile/image-upload.ts'
import type { Storage } from './storage.ts'

export const UPLOADS = '/rackwright/image-uploads'
export const OCTETS = { 'content-type': 'application/octet-stream' }
export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Runs the loop until it rests, while time passes. */
export async function work({ host, clock }: Pick<Storage, 'host' | 'clock'>): Promise<void> {
  const loop = imageUploadLoop(host, () => undefined)
  const step = async () => {
    const stepping = loop.step()
    // the clock of tests stands still, and attempts wait for it
    while (await Promise.race([stepping.then(() => false), sleep(20, true)])) await clock.advance(1000)
    return stepping
  }
  while (await step());
}

export const bodyOf = (name: string, source: object, more = {}) => ({
  name,
  description: 'for tests',
  os: 'debian',
  version: '13',
  block_size: 512,
  source,
  ...more,
})
export const fileOf = (bytes: Uint8Array, fingerprint = sha256(bytes)) => ({
  type: 'file',
  size: bytes.length,
  fingerprint,
})
