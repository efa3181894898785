// What tests need besides Node and a browser: what cannot run is named, and fails only with `--ci`, where it could be installed.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { specs } from './vitest.projects.ts'

const root = import.meta.dirname
const needs = pathToFileURL(join(root, 'scripts/needs.mjs')).href

/** On a machine without any of the programs. */
function onEmptyMachine(expression: string): unknown {
  const code = `import * as needs from '${needs}'; console.log(JSON.stringify(${expression}))`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    env: { PATH: join(root, 'docs') },
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

const verdictOnStarterImage = (architecture: string) =>
  onEmptyMachine(`needs.verdictOn('starter-image', 3, { isShort: false, architecture: '${architecture}' })`) as {
    line: string
    isFailure: boolean
  }

test('nobody has to install what Debian does not have for an architecture', () => {
  const line =
    'tests of real machines with the starter image, which need its packages, which Debian has for amd64 and arm64, and SSH'
  const [x64, arm64, riscv64] = ['x64', 'arm64', 'riscv64'].map(verdictOnStarterImage)
  for (const verdict of [x64, arm64])
    expect(verdict).toEqual({
      isFailure: true,
      line: expect.stringMatching(/not installed: kernel, xorriso, mtools/) as string,
    })
  expect(riscv64!.line).toContain(line)
  expect(riscv64!.line).not.toMatch(/kernel/)
})

test('a test whose program is missing is skipped and says what it needs', () => {
  expect(onEmptyMachine(`needs.needing('unzip')`)).toEqual({ skip: true, meta: { needs: 'unzip' } })
})

test.each([
  [true, { isFailure: false, line: 'not run: 2 tests of support bundles, which need unzip' }],
  [false, { isFailure: true, line: 'failed: 2 tests of support bundles, which need unzip\n  not installed: unzip' }],
])('with a short run of %s', (isShort, verdict) => {
  expect(onEmptyMachine(`needs.verdictOn('unzip', 2, { isShort: ${isShort} })`)).toEqual(verdict)
})

/** Its reference is not part of the repository. */
const EXCEPT = 'contract/openapi.spec.ts'

test('no spec skips a test silently: needing() names it in the summary', () => {
  const files = Object.values(specs()).flat()
  const silent = files.filter((file) =>
    /\.(skipIf|runIf)\(|(?<![.\w])skip\(/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(silent.filter((file) => file !== EXCEPT)).toEqual([])
})
