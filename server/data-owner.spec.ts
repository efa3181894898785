import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { eachDatabase } from '#control/testing/databases.ts'
import { claimDatabase, isUnclaimed, refuseStrayDatabase } from './data-owner.ts'
import { BadOption } from './options.ts'
import { random } from './random.ts'

const idFile = () => join(mkdtempSync(join(tmpdir(), 'rackwright-owner-')), 'id')

eachDatabase((_name, open) => {
  test('a database belongs to one data directory', async () => {
    const db = await open()
    const [first, second] = [idFile(), idFile()]
    const claim = (file: string) => claimDatabase(db, file, random, new Date())
    await claim(first)
    await claim(first)
    await expect(claim(second)).rejects.toThrow(BadOption)
    await expect(claim(second)).rejects.toThrow(
      /belongs to another data directory: all servers on one database must share its directory/,
    )
    await claim(first)
    await db.transaction((tx) => tx.deleteFrom('data_directory').execute())
    await claim(second)
  })
  test('servers that start at once on a new directory agree on its name', async () => {
    const db = await open()
    const file = idFile()
    await Promise.all(Array.from({ length: 4 }, () => claimDatabase(db, file, random, new Date())))
    expect(await db.read.selectFrom('data_directory').select('id').execute()).toHaveLength(1)
    expect(readdirSync(dirname(file))).toEqual(['id'])
  })

  test('a new database is refused beside the data of another one, until somebody has claimed it', async () => {
    const db = await open()
    const check = (folder: string) => refuseStrayDatabase(folder, () => isUnclaimed(db), false)
    const [fresh, sqlite, disks] = [idFile(), idFile(), idFile()].map(dirname) as [string, string, string]
    writeFileSync(join(sqlite, 'rackwright.db'), '')
    mkdirSync(join(disks, 'disks'))
    writeFileSync(join(disks, 'disks/one.blocks'), '')
    await check(fresh)
    await expect(check(sqlite)).rejects.toThrow(/has a SQLite database: leave out --database-url/)
    await expect(check(disks)).rejects.toThrow(/has the disks of another database/)
    await claimDatabase(db, join(disks, 'id'), random, new Date())
    await check(disks)
    await check(sqlite)
  })
})
