// The address of a silo: <silo>.sys.<suffix>. The console runs at one such address, so it knows the suffix; elsewhere, as on
// localhost, silos have no address of their own.

/** Undefined when the console is not at an address of that form. */
export function siloHost(silo: string, hostname = location.hostname): string | undefined {
  const [, suffix] = /^[^.]+\.sys\.(.+)$/.exec(hostname) ?? []
  return suffix && `${silo || '<silo>'}.sys.${suffix}`
}

/** The URL that identity providers send users back to. */
export const acsUrl = (silo: string, provider: string, { hostname, origin }: Location = location): string => {
  const host = siloHost(silo, hostname)
  return `${host ? `https://${host}` : origin}/login/${silo}/saml/${provider}`
}
