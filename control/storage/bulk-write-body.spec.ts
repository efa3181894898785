// A bulk write's body is read quickly when it is plain, and otherwise left to the patient reader.
import { describe, expect, test } from 'vitest'
import { bytesOf, decodedBody, readPlainBody } from './bulk-write-body.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => {
  const chunk = readPlainBody(bytes(text))
  return chunk && { offset: chunk.offset, data: bytesOf(chunk) }
}
const data = bytes('ABC')

describe('a bulk write', () => {
  test.each([
    '{"offset":512,"base64_encoded_data":"QUJD"}',
    '{"base64_encoded_data":"QUJD","offset":512}',
    ' {\n  "base64_encoded_data": "QUJD",\n  "offset": 512\n}\n',
  ])('is read from %j', (text) => expect(read(text)).toEqual({ offset: 512, data }))

  test('may write its slashes with a backslash before them', () => {
    const slashes = Buffer.alloc(96, 0xff)
      .toString('base64')
      .replaceAll('/', String.raw`\/`)
    expect(read(`{"offset":0,"base64_encoded_data":"${slashes}"}`)?.data).toEqual(new Uint8Array(96).fill(0xff))
  })

  test.each([
    '{"offset":-1,"base64_encoded_data":"QUJD"}',
    '{"offset":1.5,"base64_encoded_data":"QUJD"}',
    '{"offset":1,"base64_encoded_data":"QUJD","offset":2}',
    '{"base64_encoded_data":"QUJD"}',
    '{"a":{"base64_encoded_data":"QUJD","offset":0}}',
    '{"other":1,"offset":0,"base64_encoded_data":"QUJD"}',
    '{"offset":12345678901234567,"base64_encoded_data":"QUJD"}',
    '{"offset":0,"base64_encoded_data":"',
    '{"offset":00,"base64_encoded_data":"QUJD"}',
    '{"base64_encoded_data":"QUJD","offset":0512}',
    '{"offset":0,\v"base64_encoded_data":"QUJD"}',
    '{"offset":0,"base64_encoded_data":"QUJD"}\u00a0',
    '',
  ])('is not guessed at from %j', (text) => expect(read(text)).toBe(undefined))

  test('may carry fields that nobody knows', () => {
    expect(read('{"offset":0,"base64_encoded_data":"QUJD","more":"QUJD"}')).toEqual({ offset: 0, data })
    expect(read('{"base64_encoded_data":"QUJD","more":"QUJD","offset":512}')).toEqual({ offset: 512, data })
  })

  test('with something else inside says what is wrong with it', () => {
    expect(read('{"offset":0,"base64_encoded_data":"QUJD","more":"QUJD","offset":0}')).toBe(undefined)
    expect(read('{"offset":0,"base64_encoded_data":"Q!JD"}')?.data).toBe('character 1 is not of the base64 alphabet')
    expect(read(String.raw`{"offset":0,"base64_encoded_data":"QU\qD"}`)?.data).toMatch(/^5 characters are not/)
  })

  test('may come decoded, or as JSON that someone else has read', () => {
    expect(bytesOf(decodedBody({ offset: 512, bytes: data }))).toBe(data)
    expect(bytesOf({ offset: 0, base64_encoded_data: 'QUJD' })).toEqual(data)
  })
})
