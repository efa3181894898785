// Security headers. Scripts and styles load from our own files only. The table below lists the pages whose libraries need an
// exception; it applies to that page's response, so the page must be reached by a full page load.
import type { ServerResponse } from 'node:http'

type Policy = Record<string, string>

const PAGE: Policy = {
  'default-src': "'self'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'worker-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
  'form-action': "'self'",
}

const EXCEPTIONS: readonly { path: RegExp; because: string; policy: Policy }[] = [
  {
    path: /^\/projects\/[^/]+\/instances\/[^/]+\/serial-console$/,
    because: 'the terminal writes its colors and cell sizes into style elements',
    policy: { 'style-src': "'self' 'unsafe-inline'" },
  },
  {
    path: /^\/docs\/api$/,
    because: 'the API reference writes its theme into style elements',
    policy: { 'style-src': "'self' 'unsafe-inline'" },
  },
]

const write = (policy: Policy) =>
  Object.entries(policy)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')

const pagePolicy = write(PAGE)
const exceptions = EXCEPTIONS.map(({ path, policy }) => ({ path, policy: write({ ...PAGE, ...policy }) }))

/** For API responses: opened as a document, they can load and run nothing. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

export function policyFor(pathname: string): string {
  return exceptions.find(({ path }) => path.test(pathname))?.policy ?? pagePolicy
}

const COMMON = Object.entries({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
})

export function secure(outgoing: ServerResponse, policy: string, tls: boolean): void {
  for (const [name, value] of COMMON) outgoing.setHeader(name, value)
  outgoing.setHeader('content-security-policy', policy)
  if (tls) outgoing.setHeader('strict-transport-security', 'max-age=31536000')
}
