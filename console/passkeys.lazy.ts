// Asks the browser for a passkey.
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'

export const create = async (options: string) =>
  JSON.stringify(await startRegistration({ optionsJSON: JSON.parse(options) }))

export const get = async (options: string) =>
  JSON.stringify(await startAuthentication({ optionsJSON: JSON.parse(options) }))
