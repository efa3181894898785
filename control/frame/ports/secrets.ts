// Passwords, and the key that encrypts secrets in the database.

/** Argon2id. Slow on purpose, so never called while a transaction is open. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** Sources take turns, so that many logins from one source do not delay the others. */
  verify(hash: string, password: string, source?: string): Promise<boolean>
}

/** Encrypts what must not be readable in the database or a backup. */
export interface Sealer {
  /** What is sealed for one purpose does not open for another. Name the table, column and row. */
  seal(text: string, purpose: string): Promise<string>
  /** Rejects if the text was not sealed with this key for this purpose, or was changed. */
  open(sealed: string, purpose: string): Promise<string>
  /** 32 bytes that only who has the key can compute. Another purpose gives other bytes. */
  derive(purpose: string): Promise<Uint8Array<ArrayBuffer>>
}
