import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { eachDatabase } from '#control/testing/databases.ts'
import { claimDatabase, isUnclaimed, refuseStrayDatabase } from './data-owner.ts'
import { BadOption } from './options.ts'
import { random } from './random.ts'
import { ID_NAME } from './storage/installation-id.ts'

const idFile = () => join(mkdtempSync(join(tmpdir(), 'rackwright-owner-')), ID_NAME)

eachDatabase((_name, open) => {
  test('a database belongs to one data directory', async () => {
    const db = await open()
    const [first, second] = [idFile(), idFile()]
    const claim = (idFile: string) => claimDatabase({ db, idFile, random, now: new Date() })
    const { id } = await claim(first)
    expect(await claim(first)).toMatchObject({ id, epoch: 0, copiedFrom: undefined })
    expect(readFileSync(first, 'utf8').trim()).toBe(id)
    // a database in a file goes where its directory goes
    if (db.dialect === 'sqlite') return
    await expect(claim(second)).rejects.toThrow(BadOption)
    await expect(claim(second)).rejects.toThrow(
      /belongs to another data directory: all servers on one database must share its directory/,
    )
    await claim(first)
    await db.transaction((tx) => tx.deleteFrom('data_directory').execute())
    await claim(second)
  })

  test('a directory that was moved is the same installation, and a copy is another one', async () => {
    const db = await open()
    const claim = (folder: string) => claimDatabase({ db, idFile: join(folder, ID_NAME), random, now: new Date() })
    const original = dirname(idFile())
    const { id } = await claim(original)
    await db.transaction((tx) => tx.updateTable('data_directory').set({ epoch: 2 }).execute())
    const [moved, copy, link] = ['moved', 'copy', 'link'].map((name) => `${original}-${name}`) as [
      string,
      string,
      string,
    ]
    renameSync(original, moved)
    expect(await claim(moved)).toEqual({ id, epoch: 2 })
    symlinkSync(moved, link)
    expect(await claim(link)).toEqual({ id, epoch: 2 })
    cpSync(moved, copy, { recursive: true })
    if (db.dialect === 'postgres')
      return expect(claim(copy)).rejects.toThrow(`${copy} is a copy of ${moved}, which belongs to this database`)
    const other = await claim(copy)
    expect(other).toEqual({ id: expect.any(String), epoch: 2, copiedFrom: moved, before: id })
    expect(other.id).not.toBe(id)
    expect(readFileSync(join(copy, ID_NAME), 'utf8').trim()).toBe(other.id)
    // once is enough
    expect(await claim(copy)).toEqual({ id: other.id, epoch: 2 })
  })

  test('servers that start at once on a new directory agree on its name', async () => {
    const db = await open()
    const file = idFile()
    await Promise.all(Array.from({ length: 4 }, () => claimDatabase({ db, idFile: file, random, now: new Date() })))
    expect(await db.read.selectFrom('data_directory').select('id').execute()).toHaveLength(1)
    expect(readdirSync(dirname(file))).toEqual([ID_NAME])
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
    await claimDatabase({ db, idFile: join(disks, ID_NAME), random, now: new Date() })
    await check(disks)
    await check(sqlite)
  })
})
