// Signs checkpoints with a key that follows from the secret key: replicas agree on it, and it cannot be replaced in the database.
import { signedBytes, type Checkpoint } from '#contract/audit-chain.ts'
import type { Sealer } from '../frame/ports/secrets.ts'

export interface Signer {
  /** In base64. */
  publicKey: string
  sign(checkpoint: Omit<Checkpoint, 'signature' | 'public_key'>): Promise<Checkpoint>
}

/** The encoding of an Ed25519 private key (PKCS #8) up to the key itself. */
const PKCS8_PREFIX = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20]

const signers = new WeakMap<Sealer, Promise<Signer>>()

/** Rejects in a browser that does not know Ed25519. */
export function signerOf(sealer: Sealer): Promise<Signer> {
  const signer = signers.get(sealer) ?? makeSigner(sealer)
  signers.set(sealer, signer)
  return signer
}

/** False in an older browser, which runs the preview. */
export const canSign = (sealer: Sealer): Promise<boolean> =>
  signerOf(sealer).then(
    () => true,
    () => false,
  )

async function makeSigner(sealer: Sealer): Promise<Signer> {
  const { subtle } = crypto
  const seed = await sealer.derive('audit checkpoints')
  const pkcs8 = Uint8Array.from([...PKCS8_PREFIX, ...seed])
  const key = await subtle.importKey('pkcs8', pkcs8, 'Ed25519', true, ['sign'])
  const { x = '' } = await subtle.exportKey('jwk', key)
  const publicKey = `${x.replaceAll('-', '+').replaceAll('_', '/')}=`
  return {
    publicKey,
    async sign(checkpoint) {
      const signature = new Uint8Array(await subtle.sign('Ed25519', key, signedBytes(checkpoint)))
      return { ...checkpoint, signature: btoa(String.fromCharCode(...signature)), public_key: publicKey }
    },
  }
}
