// Argon2id in WebAssembly. Lighter than a server's: the only secrets of the demo world are those that the page itself prints.
import type { argon2id, argon2Verify } from 'hash-wasm'
import type { Random } from '#control/frame/ports/host.ts'
import type { Passwords } from '#control/frame/ports/secrets.ts'

/** Given rather than imported: the worker loads the code when somebody signs in. */
export interface Argon2 {
  argon2id: typeof argon2id
  argon2Verify: typeof argon2Verify
}

export function makePasswords(argon2: Argon2, random: Random): Passwords {
  return {
    hash: (password) =>
      argon2.argon2id({
        password: password || ' ',
        salt: random.bytes(16),
        parallelism: 1,
        iterations: 1,
        memorySize: 1024,
        hashLength: 32,
        outputType: 'encoded',
      }),
    verify: (hash, password) => argon2.argon2Verify({ password: password || ' ', hash }),
  }
}
