// The library for passkeys, with the polyfill that its certificate library needs before it.
import 'reflect-metadata/lite'

export {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
