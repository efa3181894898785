// A data directory belongs to one kind of rack: instances that ran on simulated machines are not on real ones, nor the reverse.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Database } from '#control/db/database.ts'
import { forgetRack, knowsRack } from '#control/system/forget-rack.ts'
import type { RackKind } from '#drivers/rack.ts'
import { clock } from './clock.ts'
import { BadOption } from './options.ts'

interface RackClaim {
  db: Database
  /** Says which kind of rack the data directory was used with. */
  file: string
  kind: RackKind
  /** Forget the other kind. */
  forget: boolean
}

const OTHER = {
  simulated: 'was used with real machines: give --machines again',
  libvirt: 'was used with simulated machines: leave out --machines',
}

export async function claimRack({ db, file, kind, forget }: RackClaim): Promise<void> {
  const known = await usedWith(db, file)
  if (known !== undefined && known !== kind) {
    if (!forget)
      throw new BadOption(
        `this data directory ${OTHER[kind]}, use another --data, or give --forget-machines to stop its instances`,
      )
    await forgetRack({ db, clock })
  }
  if (known !== kind || !existsSync(file)) writeFileSync(file, `${kind}\n`, { mode: 0o600 })
}

async function usedWith(db: Database, file: string): Promise<RackKind | undefined> {
  if (existsSync(file)) return readFileSync(file, 'utf8').trim() === 'libvirt' ? 'libvirt' : 'simulated'
  // before there was a choice
  return (await knowsRack(db)) ? 'simulated' : undefined
}
