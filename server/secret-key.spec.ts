// The file of the secret key: created once, and every way in which it can be wrong has a sentence.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openLibsql } from '#control/db/engines/libsql.ts'
import { migrate } from '#control/db/migrate.ts'
import { firstRun } from '#control/system/first-run.ts'
import { eachDatabase } from '#control/testing/databases.ts'
import { plainPasswords } from '#control/testing/ports.ts'
import { clock } from './clock.ts'
import { runCommand } from './command.ts'
import { BadOption } from './options.ts'
import { random } from './random.ts'
import { openSealer } from './secret-key.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rackwright-key-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const keyText = (byte: number) => `${Buffer.alloc(32, byte).toString('base64')}\n`

eachDatabase((_name, open) => {
  test('servers that start at once on a new directory agree on its key', async () => {
    const parts = { db: await open(), random, clock }
    const data = newFolder()
    const sealers = await Promise.all(Array.from({ length: 4 }, () => openSealer({ data }, parts)))
    expect(readdirSync(data)).toEqual(['secret-key'])
    expect(statSync(join(data, 'secret-key')).mode & 0o777).toBe(0o600)
    const sealed = await sealers[0]!.seal('a secret', 'x')
    for (const sealer of sealers) expect(await sealer.open(sealed, 'x')).toBe('a secret')
    expect(await (await openSealer({ data }, parts)).open(sealed, 'x')).toBe('a secret')
  })

  test('a file that is missing, too open, of the wrong length or of another installation is refused', async () => {
    const parts = { db: await open(), random, clock }
    const data = newFolder()
    const file = join(data, 'secret-key')
    const start = () => openSealer({ data }, parts)
    await expect(openSealer({ data, secretKeyFile: join(data, 'mistyped') }, parts)).rejects.toThrow(
      'there is no secret key in',
    )
    await start()
    const right = readFileSync(file)

    rmSync(file)
    await expect(start()).rejects.toThrow(`there is no secret key in ${file}: put the right file there`)
    expect(readdirSync(data)).toEqual([])

    writeFileSync(file, keyText(9), { mode: 0o600 })
    await expect(start()).rejects.toThrow(`${file} is not the secret key of this database`)
    writeFileSync(file, 'c2hvcnQ=')
    await expect(start()).rejects.toThrow(`${file} must hold 32 bytes in base64, but has 5`)
    writeFileSync(file, right)
    chmodSync(file, 0o640)
    await expect(start()).rejects.toThrow(`others can access the secret key: run chmod 600 ${file}`)
    await expect(start()).rejects.toThrow(BadOption)
    chmodSync(file, 0o600)
    await start()

    // what the message advises when the key is lost
    rmSync(file)
    await parts.db.transaction((tx) => tx.deleteFrom('secret_key').execute())
    await start()
  })
})

test('a backup does not contain the key, and a restore needs it', async () => {
  const [data, target] = [newFolder(), newFolder()]
  const db = await openLibsql({ file: join(data, 'rackwright.db') })
  await migrate(db, clock.now())
  await firstRun({ db, clock, random, passwords: plainPasswords, password: 'x' })
  await openSealer({ data }, { db, random, clock })
  await db.close()
  const file = join(data, 'backup.tar.gz')
  const run = (word: string, ...args: string[]) => runCommand(word, [file, ...args], {}, '1.2.3', () => undefined)

  expect(await run('backup', '--data', data)).toContain(
    `It does not contain the secret key, which a restore needs: keep a copy of ${join(data, 'secret-key')} elsewhere`,
  )
  const restore = (...more: string[]) => run('restore', '--data', target, ...more)
  await expect(restore()).rejects.toThrow(`there is no ${join(target, 'secret-key')}, which must be the secret key`)
  expect(readdirSync(target)).toEqual([])
  writeFileSync(join(target, 'secret-key'), keyText(9), { mode: 0o600 })
  await expect(restore()).rejects.toThrow('is not the secret key that the backup was made with')
  expect(readdirSync(target)).toEqual(['secret-key'])

  writeFileSync(join(target, 'secret-key'), readFileSync(join(data, 'secret-key')))
  await restore()
  const elsewhere = newFolder()
  await run('restore', '--data', elsewhere, '--secret-key-file', join(data, 'secret-key'))
  await run('restore', '--data', newFolder(), '--without-secret-key')
})
