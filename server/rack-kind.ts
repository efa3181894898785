// A data directory belongs to one kind of rack: instances that ran on simulated machines are not on real ones, nor the reverse.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Database } from '#control/db/database.ts'
import { forgetRack, knowsRack } from '#control/system/forget-rack.ts'
import type { RackKind } from '#drivers/rack.ts'
import { clock } from './clock.ts'
import { BadOption } from './options.ts'

interface RackClaim {
  db: Database
  /** Says which kind of rack the data directory was used with, and where its machines are. */
  file: string
  kind: RackKind
  /** The option `--machines`. */
  machines: string | undefined
  /** Forget the other kind. */
  forget: boolean
}

interface KnownRack {
  kind: RackKind
  /** The libvirt of its machines, which two libvirts of one host do not share. Earlier versions did not write it down. */
  libvirt?: string | undefined
}

export async function claimRack({ db, file, kind, machines, forget }: RackClaim): Promise<void> {
  const known = await usedWith(db, file)
  const now: KnownRack = { kind, libvirt: machines?.replace(/\?.*$/, '') }
  const problem = known && difference(known, now)
  if (problem) {
    if (!forget)
      throw new BadOption(
        `this data directory was used with ${problem}, use another --data, or give --forget-machines to stop its instances`,
      )
    await forgetRack({ db, clock })
  }
  const text = `${[now.kind, now.libvirt].filter(Boolean).join(' ')}\n`
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text, { mode: 0o600 })
}

/** What the data directory was used with instead, and what to do about it. */
function difference(known: KnownRack, now: KnownRack): string | undefined {
  if (known.kind !== now.kind)
    return known.kind === 'libvirt'
      ? 'real machines: give --machines again'
      : 'simulated machines: leave out --machines'
  if (known.libvirt && known.libvirt !== now.libvirt)
    return `the machines of ${known.libvirt}: give --machines ${known.libvirt}`
  return undefined
}

async function usedWith(db: Database, file: string): Promise<KnownRack | undefined> {
  if (existsSync(file)) {
    const [kind, libvirt] = readFileSync(file, 'utf8').trim().split(' ')
    return { kind: kind === 'libvirt' ? 'libvirt' : 'simulated', libvirt }
  }
  // before there was a choice
  return (await knowsRack(db)) ? { kind: 'simulated' } : undefined
}
