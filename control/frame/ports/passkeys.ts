// Passkeys (WebAuthn).

export interface PasskeyRow {
  credential_id: string
  public_key: string
  counter: number
  transports: string[]
}

/** The site that a passkey is for. */
export interface RelyingParty {
  rp_id: string
  /** The origins of the pages that may use it. */
  origins: string[]
}

/** Options for the browser, in JSON, with the challenge that they contain. */
export interface PasskeyChallenge {
  options: string
  challenge: string
}

/** Passkeys (WebAuthn), always with user verification. Responses are JSON from the browser; undefined if one is not valid. */
export interface Passkeys {
  creation(site: RelyingParty, user: { id: string; name: string }, known: PasskeyRow[]): Promise<PasskeyChallenge>
  created(site: RelyingParty, challenge: string, response: string): Promise<PasskeyRow | undefined>
  /** Without known passkeys, the browser offers all that it has for the site. */
  request(site: RelyingParty, known: PasskeyRow[]): Promise<PasskeyChallenge>
  /** The new count of signatures. */
  requested(site: RelyingParty, challenge: string, response: string, known: PasskeyRow): Promise<number | undefined>
}
