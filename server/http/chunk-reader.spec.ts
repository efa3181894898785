// However a bulk write is spelled and however its body is cut into parts: what is read is what was sent, decoded or as it was.
import { array, assert, boolean, constantFrom, integer, nat, property, record, string, uint8Array } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeBase64 } from '#control/storage/base64.ts'
import { givePlaceBack, takePlace } from './chunk-memory.ts'
import { makeChunkReader } from './chunk-reader.ts'

function read(text: string, cuts: readonly number[]) {
  const whole = Buffer.from(text)
  const place = takePlace()!
  place.fill(0xee)
  const reader = makeChunkReader(whole.length, place)
  let at = 0
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    if (cut <= at || cut >= whole.length) continue
    reader.take(whole.subarray(at, cut))
    at = cut
  }
  reader.take(whole.subarray(at))
  const result = reader.end()
  const read =
    'chunk' in result
      ? { offset: result.chunk.offset, bytes: Buffer.from(result.chunk.bytes).toString('hex') }
      : Buffer.from(result.body).toString()
  givePlaceBack(place)
  return read
}

const cuts = array(nat(3000), { maxLength: 12 })
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

describe('a bulk write', () => {
  test('is decoded from any plain spelling, in any parts', () => {
    const spelling = record({ offset: nat(2 ** 40), offsetFirst: boolean(), blank: constantFrom('', ' ', '\n  ') })
    assert(
      property(uint8Array({ maxLength: 2000 }), spelling, cuts, (bytes, { offset, offsetFirst, blank: _ }, at) => {
        const fields = [`"offset"${_}:${_}${offset}`, `${_}"base64_encoded_data"${_}:${_}"${base64(bytes)}"`]
        const text = `{${_}${(offsetFirst ? fields : fields.reverse()).join(',')}${_}}`
        expect(read(text, at)).toEqual({ offset, bytes: hex(bytes) })
      }),
    )
  })

  test('of any other shape is handed on as it was sent', () => {
    const text = record({
      before: constantFrom('', '{', '{"offset":1,', '{"more":1,', '{"offset":1.5,', ' '.repeat(200)),
      name: constantFrom('"base64_encoded_data":"', '"base64_encoded_data":', '"data":"', ''),
      bytes: uint8Array({ maxLength: 2000 }),
      odd: constantFrom('\\/', '*', '-', '=', '"', 'é', ' '),
      where: nat(2600),
      after: constantFrom('"}', '","offset":1}', '","more":"x"}', '', '"'),
    })
    assert(
      property(text, cuts, ({ before, name, bytes, odd, where, after }, at) => {
        const letters = base64(bytes)
        const sent = before + name + letters.slice(0, where) + odd + letters.slice(where) + after
        const got = read(sent, at)
        if (typeof got === 'string') expect(got).toBe(sent)
        else expect(hex(decodeBase64(Buffer.from(JSON.parse(sent).base64_encoded_data)) as Uint8Array)).toBe(got.bytes)
      }),
    )
  })

  test('is decoded only when the strict decoder would', () => {
    const nearly = array(constantFrom(...'QUJDabc+/=-_ \n'), { maxLength: 60 }).map((each) => each.join(''))
    assert(
      property(nearly, string({ maxLength: 3 }), integer({ min: 0, max: 60 }), (letters, odd, where) => {
        const data = letters.slice(0, where) + JSON.stringify(odd).slice(1, -1) + letters.slice(where)
        const sent = `{"offset":0,"base64_encoded_data":"${data}"}`
        const strict = decodeBase64(Buffer.from(data))
        expect(read(sent, [])).toEqual(typeof strict === 'string' ? sent : { offset: 0, bytes: hex(strict) })
      }),
    )
    for (const letters of ['QR==', 'QUJ=', 'QQ==QUJD', 'QU-_', 'QUJ\n', 'Q===', '====', 'QU JD', 'QUJDQ'])
      expect(typeof read(`{"offset":0,"base64_encoded_data":"${letters}"}`, []), letters).toBe('string')
  })

  test('is decoded only when it is JSON', () => {
    for (const sent of [
      '{"offset":00,"base64_encoded_data":"QUJD"}',
      '{"base64_encoded_data":"QUJD","offset":0512}',
      '{"offset":0,\v"base64_encoded_data":"QUJD"}',
      '{"offset":0,"base64_encoded_data":"QUJD"}\f',
    ])
      expect(read(sent, [])).toBe(sent)
  })

  test('may have any letter of the alphabet anywhere, and no other', () => {
    for (let code = 0; code < 128; code++)
      for (const where of [0, 7, 15, 16, 40]) {
        const letters = [...'QUJD'.repeat(40)]
        letters[where] = String.fromCharCode(code)
        const got = read(`{"offset":0,"base64_encoded_data":"${letters.join('')}"}`, [])
        expect(typeof got === 'object', `${code} at ${where}`).toBe(/[A-Za-z0-9+/]/.test(letters[where]))
      }
  })
})
