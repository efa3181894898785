// The engine for backups at targets: restic, if the operator has set aside a directory for it or it can reach other hosts.
import type { BackupEngine } from '#drivers/backup-engine.ts'
import { makeResticEngine } from '#drivers/restic/engine.ts'
import { clock } from './clock.ts'
import { missingPrograms } from './machine.ts'
import { BadOption, type Options } from './options.ts'
import { openProxy } from './outgoing/proxy.ts'
import type { Outgoing } from './outgoing/reach.ts'

/** Undefined where restic is not installed. */
export function openBackupEngine(
  { backupRoot }: Pick<Options, 'backupRoot'>,
  outgoing: Outgoing,
): BackupEngine | undefined {
  const isMissing = missingPrograms(['restic']).length > 0
  if (isMissing && backupRoot !== undefined)
    throw new BadOption('--backup-root needs restic: install the package restic')
  if (isMissing) return undefined
  const reach = outgoing('backup')
  return makeResticEngine({
    clock,
    searchPath: process.env.PATH ?? '',
    root: backupRoot,
    addressOf: reach.addressOf,
    openProxy: (to) => openProxy(reach, to),
  })
}
