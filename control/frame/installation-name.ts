// What the installation is called, for everything that people read outside of it.
import type { Queries } from '../db/database.ts'

export async function installationName(db: Queries): Promise<string | null> {
  return (await db.selectFrom('installation').select('name').executeTakeFirst())?.name ?? null
}

/** The product, with the name of the installation. */
export const productName = (installation: string | null) => (installation ? `Rackwright ${installation}` : 'Rackwright')
