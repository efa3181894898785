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

test('on arm64 nobody has to install what Debian has only for amd64', () => {
  const line =
    'tests of real machines with the starter image, which need its packages, which Debian has for amd64, and SSH'
  const [here, there] = ['x64', 'arm64'].map(verdictOnStarterImage)
  expect(here).toEqual({ isFailure: true, line: expect.stringMatching(/not installed: kernel, .*isohybrid/) as string })
  expect(there!.line).toContain(line)
  expect(there!.line).not.toMatch(/kernel|isohybrid/)
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
