// All migrations, oldest first. Once released, one is never changed: a later one corrects it.
import type { Migration } from '../migrate.ts'
import { migration as frame } from './0001-frame.ts'
import { migration as identity } from './0002-identity.ts'
import { migration as logins } from './0003-logins.ts'
import { migration as network } from './0004-network.ts'
import { migration as addresses } from './0005-addresses.ts'
import { migration as compute } from './0006-compute.ts'
import { migration as storage } from './0007-storage.ts'
import { migration as usage } from './0008-usage.ts'

export const migrations: readonly Migration[] = [frame, identity, logins, network, addresses, compute, storage, usage]
