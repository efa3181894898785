// The access token form for pages that open it on demand. The page for a new token imports access-token-form.tsx itself.
export { AccessTokenForm } from './access-token-form.tsx'
