import { expect, test } from 'vitest'
import { isWellFormed } from './saml-metadata.ts'

test.each([
  '<a/>',
  '<?xml version="1.0"?>\n<!-- <b> -->\n<md:a xmlns:md="urn:x"><b c=\'1 > 0\'>x &amp; y</b><![CDATA[<d>]]></md:a>\n',
  '<!DOCTYPE a><a\n  b = "c"\n></a>',
])('%j is well-formed', (xml) => expect(isWellFormed(xml)).toBe(true))

test.each([
  '',
  'junk',
  '<a>',
  '<a></b>',
  '<a><b></a></b>',
  '<a b></a>',
  '<a b="<"/>',
  '<a/><b/>',
  '<a>1 < 2</a>',
  '<a>&</a>',
])('%j is not well-formed', (xml) => expect(isWellFormed(xml)).toBe(false))
