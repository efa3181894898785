// How restic reaches a repository: in a directory below the root for backups, through ssh to a server whose host key is pinned, or at a
// server that speaks S3. The files that ssh and TLS need, and the proxy to S3, exist only while it runs.
import { mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'
import { BackupError, type BackupPlace, type BackupRepository } from '../backup-engine.ts'
import { errorOf, type Restic } from './command.ts'
import { withFolder } from './private-folder.ts'

export interface PlaceOptions {
  /** Where programs are looked for. */
  searchPath: string
  /** Directories of targets are below it. Absent: there are none. */
  root?: string | undefined
  /** The address to connect to for a name, or a rejection. Absent: there are no SFTP targets. */
  addressOf?: ((host: string) => Promise<string>) | undefined
  /** Leads to this server only, at the address that was checked, or rejects. Absent: there are no S3 targets. */
  openProxy?: ((to: URL) => Promise<{ url: string; close(): Promise<void> }>) | undefined
}

type S3 = Extract<BackupPlace, { kind: 's3' }>
type Sftp = Extract<BackupPlace, { kind: 'sftp' }>

const CONNECT_SECONDS = 20
const ALIAS = 'target'
const MAX_LOG_LENGTH = 4096

/** restic often ends before it has passed on what ssh says. */
async function explained(problem: unknown, log: string): Promise<unknown> {
  if (!(problem instanceof BackupError && problem.code === 'unreachable')) return problem
  const said = errorOf((await readFile(log, 'utf8').catch(() => '')).slice(-MAX_LOG_LENGTH))
  return said.code === 'refused' ? said : problem
}

export function makePlaces({ searchPath, root, addressOf, openProxy }: PlaceOptions, program: string) {
  /** Follows links, so that none leads out of the root. */
  async function directoryOf(folder: string): Promise<string> {
    if (root === undefined) throw new BackupError('refused', 'the server was started without --backup-root')
    try {
      const [base, path] = [await realpath(root), await realpath(join(root, folder))]
      const inside = relative(base, path)
      if (inside.startsWith('..') || isAbsolute(inside))
        throw new BackupError('refused', `${folder} is not below the directory for backups`)
      if (!(await stat(path)).isDirectory()) throw new BackupError('gone', `${folder} is not a directory`)
      return path
    } catch (error) {
      if (error instanceof BackupError) throw error
      if ((error as NodeJS.ErrnoException).code === 'EACCES')
        throw new BackupError('refused', `the server may not read the directory ${folder}`)
      throw new BackupError('gone', `there is no directory ${folder} below the directory for backups`)
    }
  }

  /** Runs `work` with ssh for this server. */
  async function* overSftp<T>(place: Sftp, work: (ssh: string) => AsyncGenerator<T>): AsyncGenerator<T> {
    if (!addressOf) throw new BackupError('refused', 'this server has no SFTP targets')
    const address = await addressOf(place.host).catch((error: Error) => {
      throw new BackupError('unreachable', error.message)
    })
    yield* withFolder(async function* (folder) {
      const log = join(folder, 'log')
      const [identity, hosts] = [join(folder, 'key'), join(folder, 'hosts')]
      await writeFile(identity, `${place.private_key.trim()}\n`, { mode: 0o600 })
      await writeFile(hosts, `${ALIAS} ${place.host_key.trim()}\n`)
      const settings = {
        BatchMode: 'yes',
        ConnectTimeout: CONNECT_SECONDS,
        ServerAliveInterval: 30,
        ServerAliveCountMax: 4,
        HostKeyAlias: ALIAS,
        UserKnownHostsFile: hosts,
        GlobalKnownHostsFile: '/dev/null',
        StrictHostKeyChecking: 'yes',
        IdentityFile: identity,
        IdentitiesOnly: 'yes',
        IdentityAgent: 'none',
        PreferredAuthentications: 'publickey',
        ForwardAgent: 'no',
        ClearAllForwardings: 'yes',
        Port: place.port,
        User: place.username,
      }
      const given = Object.entries(settings).map(([name, value]) => `-o ${name}=${value}`)
      try {
        yield* work(`ssh -F none -E ${log} ${given.join(' ')} ${address} -s sftp`)
      } catch (error) {
        throw await explained(error, log)
      }
    })
  }

  /** Runs `work` with what leads restic to this server. */
  async function* overS3<T>(
    place: S3,
    work: (env: Record<string, string>, options: readonly string[]) => AsyncGenerator<T>,
  ): AsyncGenerator<T> {
    if (!openProxy) throw new BackupError('refused', 'this server has no S3 targets')
    const proxy = await openProxy(new URL(place.endpoint)).catch((error: Error) => {
      throw new BackupError('unreachable', error.message || 'the server of the target does not answer')
    })
    try {
      const env = {
        AWS_ACCESS_KEY_ID: place.access_key_id,
        AWS_SECRET_ACCESS_KEY: place.secret_access_key,
        AWS_DEFAULT_REGION: place.region,
        HTTP_PROXY: proxy.url,
        HTTPS_PROXY: proxy.url,
      }
      const { ca } = place
      // the proxy does not lead to hosts that are named after buckets
      const options = ['-o', 's3.bucket-lookup=path', '-o', `s3.region=${place.region}`]
      if (!ca) yield* work(env, options)
      else
        yield* withFolder(async function* (folder) {
          const file = join(folder, 'ca')
          await writeFile(file, ca, { mode: 0o600 })
          yield* work(env, [...options, '--cacert', file])
        })
    } finally {
      await proxy.close()
    }
  }

  /** Runs `work` with a restic for this repository. */
  async function* stream<T>(
    { place, id, key }: BackupRepository,
    work: (restic: Restic) => AsyncGenerator<T>,
  ): AsyncGenerator<T> {
    const secret = { PATH: searchPath, RESTIC_PASSWORD: key }
    if (place.kind === 'directory') {
      const path = join(await directoryOf(place.folder), id)
      yield* work({ program, env: { ...secret, RESTIC_REPOSITORY: path }, options: [] })
    } else if (place.kind === 's3')
      yield* overS3(place, (env, options) => {
        const folder = [new URL(place.endpoint).origin, place.bucket, place.prefix, id].filter(Boolean).join('/')
        return work({
          program,
          env: { ...secret, ...env, RESTIC_REPOSITORY: `s3:${folder}` },
          options,
        })
      })
    else
      yield* overSftp(place, (ssh) =>
        work({
          program,
          // the name of the host is not used: ssh connects to the address that was checked
          env: { ...secret, RESTIC_REPOSITORY: `sftp:target:${join(place.folder, id)}` },
          options: ['-o', `sftp.command=${ssh}`],
        }),
      )
  }

  async function use<T>(repository: BackupRepository, work: (restic: Restic) => Promise<T>): Promise<T> {
    for await (const result of stream(repository, async function* (restic) {
      yield await work(restic)
    }))
      return result
    throw new Error('unreachable')
  }

  return {
    kinds: [
      ...(root === undefined ? [] : (['directory'] as const)),
      ...(addressOf ? (['sftp'] as const) : []),
      ...(openProxy ? (['s3'] as const) : []),
    ],
    stream,
    use,
    async check(place: BackupPlace): Promise<void> {
      if (place.kind === 'directory') await directoryOf(place.folder)
    },
    async prepare({ place, id }: BackupRepository): Promise<void> {
      if (place.kind === 'directory') await mkdir(join(await directoryOf(place.folder), id), { recursive: true })
    },
  }
}
