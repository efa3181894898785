// Backup targets: places outside the installation where backups of disks are kept, and the silos that have a repository there. An addition
// of ours, for operators.
import { z } from 'zod'
import { byId, byNameOrId, list, type Operations } from './define.ts'
import { endpointProblem, folderProblem } from './backup-checks.ts'
import { MAX_PEM_LENGTH } from './pem.ts'
import { ByteCount, Name, NameOrId, identity, maybe, naming, renaming, timestamp, uint16, uuid } from './values.ts'

const folder = z.string().refine((text) => folderProblem(text) === undefined, {
  error: (issue) => folderProblem(String(issue.input)),
})
const host = z
  .string()
  .max(253)
  .regex(/^(?!-)[\w.:-]+$/, 'expected the name or address of a host')
const username = z
  .string()
  .max(64)
  .regex(/^[a-zA-Z_][\w.-]*$/, 'expected the name of a user')
const host_key = z
  .string()
  .max(2000)
  .regex(/^(ssh-ed25519|ssh-rsa|ecdsa-sha2-\S+) [A-Za-z0-9+/=]+$/, 'expected a host key, such as ssh-ed25519 AAAA…')
const private_key = z
  .string()
  .max(16_000)
  .regex(/^-----BEGIN [A-Z ]*PRIVATE KEY-----/, 'expected a private key in the format of OpenSSH')

const sftp = { kind: z.literal('sftp'), host, port: uint16.default(22), username, folder, host_key }

const s3 = {
  kind: z.literal('s3'),
  endpoint: z.string().refine((text) => endpointProblem(text) === undefined, {
    error: (issue) => endpointProblem(String(issue.input)),
  }),
  bucket: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'expected the name of a bucket'),
  /** Prefix of the names of its objects. */
  prefix: z.union([z.literal(''), folder]).default(''),
  region: z
    .string()
    .regex(/^[a-zA-Z0-9-]{1,64}$/, 'expected a region such as us-east-1')
    .default('us-east-1'),
  access_key_id: z.string().regex(/^[!-~]{1,128}$/, 'expected an access key'),
  /** Certificates in PEM to trust instead of the well-known authorities. */
  ca: maybe(z.string().max(MAX_PEM_LENGTH)),
}
const secret_access_key = z.string().regex(/^[!-~]{1,256}$/, 'expected a secret access key')

/** A directory is below the one that the server was started with. */
export const BackupPlace = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('directory'), folder }),
  z.object(sftp),
  z.object(s3),
])

export const BackupPlaceCreate = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('directory'), folder }),
  /** The private key is never shown again. */
  z.object({ ...sftp, private_key }),
  /** The secret access key is never shown again. */
  z.object({ ...s3, secret_access_key }),
])

export const BackupTarget = z.object({ ...identity, place: BackupPlace })
export const BackupTargetCreate = z.object({ ...naming, place: BackupPlaceCreate })
export const BackupTargetUpdate = z.object({
  ...renaming,
  /** Of an S3 server, whose certificates expire. Empty text: the well-known authorities. */
  ca: maybe(z.string().max(MAX_PEM_LENGTH)),
})

/** A silo that has a repository at the target. */
export const BackupRepository = z.object({
  id: uuid,
  target_id: uuid,
  silo_id: uuid,
  silo_name: Name,
  /** Bytes that it takes up at the target. Null until something is stored. */
  size: maybe(ByteCount),
  /** When all or a part of it was last read and found to be whole. */
  time_verified: maybe(timestamp),
  is_verifying: z.boolean(),
  /** What another installation has stored there is being read. */
  is_importing: z.boolean(),
  /** Why the last attempt to use it failed. */
  problem: maybe(z.string()),
  time_failed: maybe(timestamp),
  time_created: timestamp,
})

/** The key opens the repository without this installation. It is shown only once. */
export const BackupRepositoryKey = z.object({ repository: BackupRepository, key: z.string() })

/** A repository that another installation has made, or this one before it was lost. */
export const BackupRepositoryImport = z.object({
  silo: NameOrId,
  /** Its ID, which is the name of its folder at the target. */
  repository: uuid,
  key: z.string().regex(/^[!-~]{1,200}$/, 'expected the key of a repository'),
  /** The installation that uses it is gone, or is to stop using it. */
  take_over: z.boolean().default(false),
})

/** A target as the members of a silo see it. */
export const OwnBackupTarget = z.object({ id: uuid, name: Name, description: z.string() })

const one = { path: { target: NameOrId } }
const ofSilo = { path: { target: NameOrId, silo: NameOrId } }

export const backupTarget = {
  backup_target_list: list(BackupTarget, byNameOrId),
  backup_target_create: { body: BackupTargetCreate, status: 201, answer: BackupTarget },
  backup_target_view: { ...one, status: 200, answer: BackupTarget },
  backup_target_update: { ...one, body: BackupTargetUpdate, status: 200, answer: BackupTarget },
  backup_target_delete: { ...one, status: 204 },
  backup_target_silo_list: list(BackupRepository, byId, one),
  backup_target_silo_add: { ...one, body: z.object({ silo: NameOrId }), status: 201, answer: BackupRepositoryKey },
  /** Lists the backups in an existing repository, and goes on storing there. */
  backup_target_silo_import: { ...one, body: BackupRepositoryImport, status: 202, answer: BackupRepository },
  backup_target_silo_remove: { ...ofSilo, status: 204 },
  /** Reads everything in the repository of the silo. */
  backup_target_silo_verify: { ...ofSilo, status: 202, answer: BackupRepository },
  /** The targets that the caller's silo has. */
  own_backup_target_list: { status: 200, answer: z.object({ items: z.array(OwnBackupTarget) }) },
} satisfies Operations<'backup_target'>
