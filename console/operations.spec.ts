// The console calls every operation of the API or lists the reason why not. Static: an operation counts as called if its name is a
// string in the console's source, or in what it shares with the command line.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { operations } from '#contract/operations.ts'
import { uncalledOperations } from './uncalled-operations.ts'

const TABLE = 'uncalled-operations.ts'
/** Work that the console shares with the command line. */
const SHARED = ['../contract/serial-line.ts', '../contract/staged-upload.ts']

const own = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.spec\.tsx?$/.test(file) && file !== TABLE,
)
const sources = [...own, ...SHARED]

/** The strings in a file's code. Types and comments do not count. */
function stringsIn(file: string): string[] {
  const found: string[] = []
  const types = new Set<number>()
  const { program } = parseSync(file, textOf(file))
  new Visitor({
    TSLiteralType(node) {
      types.add(node.literal.start)
    },
    Literal(node) {
      if (typeof node.value === 'string' && !types.has(node.start)) found.push(node.value)
    },
  }).visit(program)
  return found
}

/** Parsing takes seconds, and most files mention no operation. */
const mention = new RegExp(`\\b(${Object.keys(operations).join('|')})\\b`)
const textOf = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')
const strings = new Set(sources.filter((file) => mention.test(textOf(file))).flatMap(stringsIn))

test('the console calls every operation, apart from those listed with a reason', () => {
  const uncalled = Object.keys(operations).filter((operation) => !strings.has(operation))
  expect(uncalled.toSorted()).toEqual(Object.keys(uncalledOperations).toSorted())
})

test('every reason is a sentence', () => {
  for (const reason of Object.values(uncalledOperations)) expect(reason).toMatch(/^[A-Z].{10,}\.$/)
})
