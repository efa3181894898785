// All migrations. Never change a released migration; add another one.
export { migration as m0001 } from './0001-base.ts'
export { migration as m0002 } from './0002-access-tokens.ts'
export { migration as m0003 } from './0003-alerts.ts'
export { migration as m0004 } from './0004-sealed.ts'
export { migration as m0005 } from './0005-lookup.ts'
export { migration as m0006 } from './0006-image-upload.ts'
export { migration as m0007 } from './0007-second-factor.ts'
export { migration as m0008 } from './0008-oidc.ts'
