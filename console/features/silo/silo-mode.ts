// How the users of a silo sign in.
import type { Model } from '#contract/client.ts'

type Mode = Model<'Silo'>['identityMode']

export const modeText = (mode: Mode): string => (mode === 'saml_jit' ? 'Single sign-on' : 'Local')
