// The scan that bounds XML before parsing: what it accepts and refuses, and that it never counts less than the parser sees.
import { parseDomFromString } from '@node-saml/node-saml/lib/xml.js'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_ATTRIBUTE_LENGTH, MAX_ATTRIBUTES, MAX_DEPTH, xmlProblem } from './xml-bounds.ts'
import { elementsOf } from './xml-tree.ts'

const limits = { bytes: 20_000, nodes: 100, attributes: 100 }
const MALFORMED = 'it is not well-formed XML'
const attributes = (count: number) => Array.from({ length: count }, (_, n) => ` a${n}="1"`).join('')

test.each([
  ['<r/>'],
  ['<?xml version="1.0"?>\n<!-- a > b --><r a="1" b = \'"\'>text<![CDATA[<x>]]></r >\n'],
  [`<r>${'<a/>'.repeat(99)}</r>`],
  ['<a>'.repeat(MAX_DEPTH) + '</a>'.repeat(MAX_DEPTH)],
  [`<r${attributes(MAX_ATTRIBUTES)}/>`],
  [`<r>${'x'.repeat(19_993)}</r>`],
])('%.40s passes', (text) => {
  expect(xmlProblem(text, limits)).toBeUndefined()
})

test.each([
  [`<r>${'<a/>'.repeat(100)}</r>`, 'it has more than 100 XML nodes'],
  [`<r>${'<!---->'.repeat(100)}</r>`, 'it has more than 100 XML nodes'],
  ['<a>'.repeat(MAX_DEPTH + 1) + '</a>'.repeat(MAX_DEPTH + 1), `its elements nest deeper than ${MAX_DEPTH}`],
  [`<r${attributes(MAX_ATTRIBUTES + 1)}/>`, `an element has more than ${MAX_ATTRIBUTES} attributes`],
  [`<r>${'<a b="1" c="2"/>'.repeat(51)}</r>`, 'it has more than 100 attributes'],
  [`<r a="${'x'.repeat(MAX_ATTRIBUTE_LENGTH)}"/>`, `an attribute is longer than ${MAX_ATTRIBUTE_LENGTH} characters`],
  [`<r>${'x'.repeat(20_000)}</r>`, 'it is larger than 20000 bytes'],
  [`<r>${'é'.repeat(10_000)}</r>`, 'it is larger than 20000 bytes'],
  ['<!DOCTYPE r [<!ENTITY a "aaaa">]><r>&a;</r>', 'it has a document type declaration'],
  ['<!doctype html><html></html>', 'it has a document type declaration'],
  ['', MALFORMED],
  ['hello', MALFORMED],
  ['<r>', MALFORMED],
  ['</r>', MALFORMED],
  ['<r><!-- </r>', MALFORMED],
  ['<r a=1/>', MALFORMED],
  ['<r a b c/>', MALFORMED],
  ['<r a="<b>"/>', MALFORMED],
  ['<r <b/>/>', MALFORMED],
  ['< r/>', MALFORMED],
])('%.40s is refused', (text, problem) => {
  expect(xmlProblem(text, limits)).toBe(problem)
})

test('the parser never sees more elements or depth than the scan counted', async () => {
  const part = fc.constantFrom(
    '<a>',
    '</a>',
    '<b x="1">',
    '</b>',
    '<c/>',
    '<!-- <a> -->',
    '<![CDATA[</a>]]>',
    '&lt;',
    '">',
    "'",
  )
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 30 }), async (parts) => {
      const text = `<r>${parts.join('')}</r>`
      if (xmlProblem(text, { bytes: 1000, nodes: 10, attributes: 10 }) !== undefined) return
      const parsed = await parseDomFromString(text).catch(() => undefined)
      if (parsed?.documentElement) expect([...elementsOf(parsed.documentElement)].length).toBeLessThanOrEqual(10)
    }),
  )
})
