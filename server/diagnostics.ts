// Server details for the support bundle. Options are listed explicitly, so that a new option with a secret is never included.
import { arch, platform, release } from 'node:os'
import type { Diagnostics } from '#control/frame/ports/host.ts'
import type { ServerLog } from './log.ts'
import type { Options } from './options.ts'

export function diagnosticsOf(options: Options, log: Pick<ServerLog, 'recent'>): Diagnostics {
  const { port, host, data, demo, dnsSuffix, behindProxy, simulatedSleds, machines, network, tls } = options
  const { allowUnsolicitedSaml, allowLocalMetadata, allowLocalReceivers, allowLocalSyslog, allowPrivateImages } =
    options
  const { backupRoot, allowLocalBackups } = options
  return {
    versions: { node: process.version, system: `${platform()} ${release()} ${arch()}` },
    configuration: {
      port,
      host,
      data,
      demo,
      dnsSuffix,
      behindProxy,
      simulatedSleds,
      machines,
      network: network?.northbound,
      allowUnsolicitedSaml,
      allowLocalMetadata,
      allowLocalReceivers,
      allowLocalSyslog,
      allowPrivateImages,
      backupRoot,
      allowLocalBackups,
      tls: tls !== undefined,
      database: options.databaseUrl ? withoutCredentials(options.databaseUrl) : 'sqlite',
    },
    log: log.recent,
  }
}

/** Query parameters can contain a password too. */
function withoutCredentials(url: string): string {
  if (!URL.canParse(url)) return 'postgres'
  const { host, pathname } = new URL(url)
  return `postgres://${host}${pathname}`
}
