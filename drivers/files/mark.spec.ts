import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { claimFolder, MARK_NAME } from './mark.ts'

const root = mkdtempSync(join(tmpdir(), 'rackwright-mark-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('a folder of disks belongs to one installation', async () => {
  await claimFolder(root, 'one')
  await claimFolder(root, 'one')
  await expect(claimFolder(root, 'two')).rejects.toThrow('belong to another installation')
  await expect(claimFolder(root, 'two', 'three')).rejects.toThrow('belong to another installation')
  expect(readFileSync(join(root, MARK_NAME), 'utf8')).toBe('one\n')
  // a copy of it
  await claimFolder(root, 'two', 'one')
  await claimFolder(root, 'two')
  expect(readdirSync(root)).toEqual([MARK_NAME])
})
