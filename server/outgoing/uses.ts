// The table of outgoing connections: what this server connects to because of what a person typed in or another server answered, and
// the option that permits more. docs/security.md shows the same table; uses.spec.ts compares both with the code.
import type { Options } from '../options.ts'

export type Allowance =
  | 'allowLocalBackups'
  | 'allowLocalMetadata'
  | 'allowLocalReceivers'
  | 'allowLocalSyslog'
  | 'allowPrivateImages'
export type Allowances = Partial<Pick<Options, Allowance>>

interface Use {
  /** Where it is opened. */
  file: string
  /** What lifts the rule for this use. */
  option: Allowance
  /** Whether it can go to private networks without the option. Addresses of this machine and link-local ones are always refused. */
  private: 'allowed' | 'refused'
  /** How many redirects are followed; each target is checked like the first one. */
  redirects: number
}

export const USES = {
  webhook: { file: 'server/alerts/webhook.ts', option: 'allowLocalReceivers', private: 'allowed', redirects: 0 },
  mail: { file: 'server/alerts/mail.ts', option: 'allowLocalReceivers', private: 'allowed', redirects: 0 },
  syslog: { file: 'server/syslog.ts', option: 'allowLocalSyslog', private: 'allowed', redirects: 0 },
  saml: { file: 'server/saml/metadata-fetch.ts', option: 'allowLocalMetadata', private: 'allowed', redirects: 3 },
  oidc: { file: 'server/oidc/checked-fetch.ts', option: 'allowLocalMetadata', private: 'allowed', redirects: 0 },
  backup: { file: 'server/backup-engine.ts', option: 'allowLocalBackups', private: 'allowed', redirects: 0 },
  // whoever can upload can also read what came back
  image: { file: 'server/images/fetch-image.ts', option: 'allowPrivateImages', private: 'refused', redirects: 5 },
} satisfies Record<string, Use>

export type UseName = keyof typeof USES

/**
 * Connections that are not checked, because only the operator says where they go, on the command line: refusing this machine's own
 * addresses would protect nothing, and all of these are often there.
 */
export const OPERATOR_CONNECTIONS = {
  'server/http/proxy.ts': '--api-host',
  'control/db/engines/postgres.ts': '--database-url',
  'drivers/ovn/ovsdb.ts': '--network',
  'drivers/libvirt/access/local.ts': '--machines',
} as const

export const flagOf = (option: Allowance) => `--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
