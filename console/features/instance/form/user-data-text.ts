// Checks a cloud-init file, and adds presets to it. Loaded with the editor: it brings the YAML parser.
import { Document, isMap, isSeq, parseDocument, type YAMLMap } from 'yaml'
import { MAX_USER_DATA_BYTES } from '#contract/limits.ts'
import { bytesText } from '../../../util/format.ts'

export const CLOUD_CONFIG = '#cloud-config'
/** Scripts, lists of addresses, archives and templates, which cloud-init reads without YAML. */
const OTHER_FORMATS = /^(#!|#include|#cloud-boothook|#part-handler|## template:|Content-Type:|MIME-Version:)/i
/** What cloud-init reads as a list. */
const LISTS = [
  'users',
  'groups',
  'packages',
  'runcmd',
  'bootcmd',
  'write_files',
  'mounts',
  'fs_setup',
  'ssh_authorized_keys',
]
/** More than people write, and less than the parser can take. */
const MAX_DEPTH = 50

/** The first problem, with its line and column where it has one. */
export function problemOf(text: string): string | undefined {
  const size = new TextEncoder().encode(text).length
  if (size > MAX_USER_DATA_BYTES)
    return `User data must be ${bytesText(MAX_USER_DATA_BYTES)} or less; this is ${bytesText(size)}.`
  if (text.trim() === '' || OTHER_FORMATS.test(text)) return undefined
  if (firstLine(text) !== CLOUD_CONFIG) return `Line 1, column 1: begin with ${CLOUD_CONFIG}, or with #! for a script.`
  if (depthOf(text) > MAX_DEPTH) return `The text is nested more than ${MAX_DEPTH} levels deep.`
  const document = parseDocument(text)
  const [error] = document.errors
  if (error) return `${placeText(error.linePos?.[0])}${plainMessage(error.message)}`
  if (document.contents === null) return undefined
  if (!isMap(document.contents)) return 'Line 2, column 1: expected keys such as "packages:".'
  const wrong = LISTS.find((key) => isWrongList(document.contents as YAMLMap, key))
  return wrong && `${wrong}: expected a list, with a line that begins with "-" for each entry.`
}

const firstLine = (text: string) => text.split('\n', 1)[0]!.trim()

const placeText = (at: { line: number; col: number } | undefined) => (at ? `Line ${at.line}, column ${at.col}: ` : '')

/** Without the place and the excerpt that the parser adds. */
const plainMessage = (message: string) => message.replace(/ at line \d+[\s\S]*$/, '')

function isWrongList(map: YAMLMap, key: string): boolean {
  const value = map.get(key, true) as unknown
  return value !== undefined && !isSeq(value)
}

/** The deepest nesting of brackets, or of lists in one line. Indented lines cannot be nested as deep in so little text. */
function depthOf(text: string): number {
  let [depth, deepest] = [0, 0]
  for (const letter of text) {
    if (letter === '[' || letter === '{') depth += 1
    else if ((letter === ']' || letter === '}') && depth > 0) depth -= 1
    deepest = Math.max(deepest, depth)
  }
  const dashes = text.split('\n').map((line) => (/^[-?\s]*/.exec(line)?.[0].match(/[-?]/g) ?? []).length)
  return Math.max(deepest, ...dashes)
}

export type CloudConfig = Readonly<Record<string, boolean | readonly unknown[]>>

/** Adds what is not there yet: entries to lists, and keys. The rest of the text stays, with its comments. */
export function withPreset(text: string, preset: CloudConfig): string {
  const body = firstLine(text) === CLOUD_CONFIG ? text.slice(text.indexOf('\n') + 1 || text.length) : ''
  const known = parseDocument(body)
  const document: Document = isMap(known.contents) ? known : new Document({})
  if (document !== known) document.commentBefore = known.comment ?? known.commentBefore
  const map = document.contents as YAMLMap
  map.flow = false
  for (const [key, value] of Object.entries(preset)) {
    const there = map.get(key, true) as unknown
    if (!isSeq(there) || !Array.isArray(value)) {
      if (there === undefined) map.set(document.createNode(key), document.createNode(value))
      continue
    }
    const entries = new Set((there.toJSON() as unknown[]).map((one) => JSON.stringify(one)))
    for (const entry of value) if (!entries.has(JSON.stringify(entry))) there.add(document.createNode(entry))
  }
  return `${CLOUD_CONFIG}\n${document.toString({ lineWidth: 0 })}`
}
